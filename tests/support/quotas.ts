import { documentStoredUse } from '../../adapters/documents/stored-use.ts';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { campaignDialler } from '../../application/calls/campaign-dialler.ts';
import { CampaignEngine } from '../../application/campaigns/engine.ts';
import { keepQuotas } from '../../application/quotas/keep-quotas.ts';
import type { CallShares } from '../../domain/calls/call-shares.ts';
import { NO_QUOTAS, type Quotas } from '../../domain/accounts/quotas.ts';

/** The limits of the tests: two calls at once, and no quotas. */
export const usualLimits = (): { concurrentCallsPerOrganisation: number; shares: CallShares; quotas: Quotas } => ({
  concurrentCallsPerOrganisation: 2,
  shares: { anonymous: 50, unsigned: 30 },
  quotas: NO_QUOTAS,
});

type Parts = Omit<
  Parameters<typeof keepQuotas>[0] &
    Parameters<typeof campaignDialler>[0] &
    ConstructorParameters<typeof CampaignEngine>[0],
  'storedUse' | 'quotas' | 'dialler'
>;

/** Quotas over a document store, and the campaigns they apply to. */
export async function openQuotas(engine: DocumentStore, parts: Parts) {
  const storedUse = await documentStoredUse(engine);
  const quotas = keepQuotas({ ...parts, storedUse });
  const campaignEngine = new CampaignEngine({ ...parts, dialler: campaignDialler({ ...parts, quotas }) });
  return { storedUse, quotas, campaignEngine };
}
