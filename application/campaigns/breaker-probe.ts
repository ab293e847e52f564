import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { openBreakerOf, withBreaker } from '../../domain/campaigns/campaign-breaker.ts';
import { afterProbe, untilProbe, type OpenBreaker } from '../../domain/campaigns/open-breaker.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

export interface ProbePorts {
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly calls: CallRepository;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Milliseconds until a probe may be dialled; Infinity: until an event. A probe that is neither dialled nor in a call was not
 * dialled after all, for example because of a crash, a cap or a full carrier: another contact may be the probe.
 */
export async function waitForProbe(
  { runs }: Pick<ProbePorts, 'runs'>,
  breaker: OpenBreaker | null,
  now: Date,
): Promise<number> {
  if (breaker?.state !== 'half_open' || breaker.probe_run_id === undefined)
    return breaker ? untilProbe(breaker, now) : 0;
  const run = await runs.find(breaker.probe_run_id);
  return run && isActive(run) ? Infinity : 0;
}

const isActive = ({ state }: QueuedRun): boolean => state === 'dialing' || state === 'in_call';

/** A campaign whose breaker closes while its probe talks: an answered call gets through, however long it lasts. */
export async function afterPassedProbe(
  { campaigns, runs, calls, clock, log }: ProbePorts,
  record: CampaignRecord | null,
): Promise<CampaignRecord | null> {
  const breaker = record && openBreakerOf(record.campaign);
  if (!breaker || breaker.state === 'open' || !(await isAnswered({ runs, calls }, breaker))) return record;
  const closed = withBreaker(record.campaign, afterProbe(breaker, 'success', clock.now()));
  const changed = await campaigns.change(record, { campaign: closed });
  if (changed) logBreaker(log, record.campaign, closed);
  return changed;
}

/** Whether the call of a probe has been answered. */
async function isAnswered(
  { runs, calls }: Pick<ProbePorts, 'runs' | 'calls'>,
  { probe_run_id: runId }: OpenBreaker,
): Promise<boolean> {
  const run = runId === undefined ? null : await runs.find(runId);
  if (!run || !isActive(run) || run.call_id === null) return false;
  const call = await calls.find(run.org_id, run.call_id);
  return call !== null && call.start_time_utc !== null;
}

/** Logs that the breaker of a campaign opens, waits longer or closes with these changes: the campaign stays `running`. */
export function logBreaker(log: Log, campaign: Campaign, changes: Partial<Campaign> = {}): void {
  const [before, after] = [openBreakerOf(campaign), openBreakerOf({ ...campaign, ...changes })];
  const { org_id, campaign_id } = campaign;
  if (after && after.probe_at !== before?.probe_at) {
    const { reason, probe_at, wait_seconds } = after;
    log.warn('campaign.breaker_open', { org_id, campaign_id, reason, probe_at, wait_seconds });
  } else if (before && !after) log.info('campaign.breaker_closed', { org_id, campaign_id });
}
