import { dayOf, quotaUse, type Quotas, type QuotaUse } from '../../domain/accounts/quotas.ts';
import type { CountedKind, Reservation } from '../../domain/accounts/stored-use.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { AnalysisRunRepository } from '../ports/analysis-runs.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { ErasureRepository } from '../ports/erasures.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';

export interface CountPorts {
  readonly agents: Pick<AgentRepository, 'count'>;
  readonly knowledge: Pick<KnowledgeDocumentRepository, 'count'>;
  readonly campaigns: Pick<CampaignRepository, 'count'>;
  readonly erasures: Pick<ErasureRepository, 'countPending'>;
  readonly analysisRuns: Pick<AnalysisRunRepository, 'countSince'>;
  readonly clock: Clock;
}

/** The quotas whose use is the number of records, by what one more of them is. */
const QUOTAS = {
  agent: 'agents',
  document: 'documents',
  campaign: 'campaigns',
  erasure: 'erasures',
  analysis_run: 'analysis_runs_per_day',
} as const satisfies Readonly<Record<CountedKind, keyof Quotas>>;

export type CountedQuota = (typeof QUOTAS)[CountedKind];

/** The quota that is counted for a reservation. Null for files that are not counted. */
export const quotaOf = (kind: Reservation['kind']): CountedQuota | null => (isCounted(kind) ? QUOTAS[kind] : null);

const isCounted = (kind: Reservation['kind']): kind is CountedKind => kind in QUOTAS;

/** The use of a counted quota: the stored records, and those that are being created. */
export async function countedUse(
  ports: CountPorts,
  name: CountedQuota,
  { orgId, limit, coming = 0 }: { readonly orgId: string; readonly limit: number | null; readonly coming?: number },
): Promise<QuotaUse> {
  const today = dayOf(ports.clock.now());
  const counts: Readonly<Record<CountedQuota, () => Promise<number>>> = {
    agents: () => ports.agents.count(orgId),
    documents: () => ports.knowledge.count(orgId),
    campaigns: () => ports.campaigns.count(orgId),
    erasures: () => ports.erasures.countPending(orgId),
    analysis_runs_per_day: () => ports.analysisRuns.countSince(orgId, today.from),
  };
  return quotaUse(limit, (await counts[name]()) + coming, name === 'analysis_runs_per_day' ? today.below : null);
}
