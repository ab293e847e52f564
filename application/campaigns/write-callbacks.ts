import { NO_CALLBACKS } from '../../domain/campaigns/callback.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { changeCampaign } from './change-campaign.ts';

interface Ports {
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
}

/**
 * Queues the callbacks that a campaign counts and that may not be queued, as a crash leaves them. Repeated, it adds none
 * twice: neither one under way nor one that is over.
 */
export async function writeCallbacks({ campaigns, runs }: Ports, record: CampaignRecord): Promise<void> {
  const { unwritten } = record.gate.callbacks ?? NO_CALLBACKS;
  if (unwritten.length === 0) return;
  await runs.addAll(unwritten);
  const written = new Set(unwritten.map(({ queued_run_id }) => queued_run_id));
  try {
    await changeCampaign(campaigns, record, ({ gate: { callbacks = NO_CALLBACKS } }) => ({
      gate: {
        callbacks: {
          ...callbacks,
          unwritten: callbacks.unwritten.filter(({ queued_run_id }) => !written.has(queued_run_id)),
        },
      },
    }));
  } catch (error) {
    // The campaign was deleted in between, together with its runs.
    if (error instanceof DomainError && error.problem === 'missing') await runs.removeAll(record.campaign.campaign_id);
    throw error;
  }
}
