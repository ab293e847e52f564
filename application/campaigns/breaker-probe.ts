import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { openBreakerOf, withBreaker } from '../../domain/campaigns/campaign-breaker.ts';
import { afterProbe, untilProbe, type OpenBreaker } from '../../domain/campaigns/open-breaker.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

export interface ProbePorts {
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly calls: CallRepository;
  readonly clock: Clock;
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
  { campaigns, runs, calls, clock }: ProbePorts,
  record: CampaignRecord | null,
): Promise<CampaignRecord | null> {
  const breaker = record && openBreakerOf(record.campaign);
  if (!breaker || breaker.state === 'open' || breaker.probe_run_id === undefined) return record;
  const run = await runs.find(breaker.probe_run_id);
  if (!run || !isActive(run) || run.call_id === null) return record;
  const call = await calls.find(run.org_id, run.call_id);
  if (!call || call.start_time_utc === null) return record;
  const closed = withBreaker(record.campaign, afterProbe(breaker, 'success', clock.now()));
  return campaigns.change(record, { campaign: closed });
}
