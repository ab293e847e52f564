import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { breakerChange, openBreakerOf, withBreaker } from '../../domain/campaigns/campaign-breaker.ts';
import { afterProbe, untilProbe, type OpenBreaker } from '../../domain/campaigns/open-breaker.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Log } from '../ports/log.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

interface ProbePorts {
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly calls: CallRepository;
  readonly log: Log;
}

/** After the breaker was closed, the campaign is read again, in ms. */
const READ_AGAIN_MS = 1;

/**
 * Milliseconds until a campaign may dial through its breaker; Infinity: until an event. A probe that is neither dialled nor in a
 * call was not dialled after all, for example because of a crash, a cap or a full carrier: another contact may be the probe. The
 * breaker closes while its probe talks: an answered call gets through, however long it lasts.
 */
export async function waitForBreaker(
  ports: ProbePorts,
  record: CampaignRecord,
  breaker: OpenBreaker | null,
  now: Date,
): Promise<number> {
  if (breaker?.state !== 'half_open' || breaker.probe_run_id === undefined)
    return breaker ? untilProbe(breaker, now) : 0;
  const run = await ports.runs.find(breaker.probe_run_id);
  if (!run || !isActive(run)) return 0;
  if (!(await isAnswered(ports, run))) return Infinity;
  const closed = withBreaker(record.campaign, afterProbe(breaker, 'success', now));
  if (await ports.campaigns.change(record, { campaign: closed })) logBreaker(ports.log, record.campaign, closed);
  return READ_AGAIN_MS;
}

const isActive = ({ state }: QueuedRun): boolean => state === 'dialing' || state === 'in_call';

async function isAnswered({ calls }: Pick<ProbePorts, 'calls'>, { org_id, call_id }: QueuedRun): Promise<boolean> {
  const call = call_id === null ? null : await calls.find(org_id, call_id);
  return call !== null && call.start_time_utc !== null;
}

/** Logs that the breaker of a campaign trips, also again, or closes with these changes: the campaign stays `running`. */
export function logBreaker(log: Log, campaign: Campaign, changes: Partial<Campaign> = {}): void {
  const after = { ...campaign, ...changes };
  const { org_id, campaign_id } = campaign;
  const change = breakerChange(campaign, after);
  if (change === 'closed') log.info('campaign.breaker_closed', { org_id, campaign_id });
  if (change !== 'tripped') return;
  const { reason, probe_at, wait_seconds } = openBreakerOf(after)!;
  log.warn('campaign.breaker_open', { org_id, campaign_id, reason, probe_at, wait_seconds });
}
