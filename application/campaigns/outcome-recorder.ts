import type { CallFinding } from '../../domain/campaigns/answered-calls.ts';
import {
  applyOutcomes,
  isFinal,
  isWritten,
  pendingDecision,
  pendingOutcome,
} from '../../domain/campaigns/outcome-accounting.ts';
import { restsAt, withOutcomes, type CallerIds } from '../../domain/campaigns/caller-id-state.ts';
import type { CampaignRecord, CampaignRecordChange, PendingOutcome } from '../../domain/campaigns/campaign-record.ts';
import { ERASED_NUMBER } from '../../domain/campaigns/contacts.ts';
import { toDone, toJudging, retryOf, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { RunOutcome } from '../../domain/campaigns/run-outcome.ts';
import type { CampaignMeter } from '../ports/meters.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { logBreaker } from './breaker-probe.ts';
import { changeRun } from './change-run.ts';
import { shareRests, type RestPorts } from './share-rests.ts';

export interface OutcomePorts extends RestPorts {
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly campaignMeter: CampaignMeter;
  readonly log: Log;
}

/** A run and its call. */
export type DialledRun = Pick<QueuedRun, 'org_id' | 'campaign_id' | 'queued_run_id' | 'call_id'>;

/** What is reported of a run: the outcome of its attempt, or what was found out about its call. */
type Report = Pick<QueuedRun, 'call_id'> &
  (
    | { readonly outcome: RunOutcome; readonly stayedSeconds: number | null }
    | { readonly outcome: null; readonly finding: CallFinding }
  );

/** Reports by run id. */
type Reports = ReadonlyMap<string, Report>;

/** Outcomes that arrived while an earlier batch was being recorded. */
interface OutcomeBatch {
  readonly reports: Map<string, Report>;
  readonly counted: Promise<void>;
}

/**
 * Records the outcome of runs, each once, however often, in any order and by any number of processes it is reported. An
 * outcome is first counted in its campaign, where it stays pending until it is written to its run: a process that finds
 * it there after a crash writes it without counting again. Concurrent outcomes are counted together.
 */
export class OutcomeRecorder {
  readonly #ports: OutcomePorts;
  readonly #nextBatches = new Map<string, OutcomeBatch>();
  readonly #counting = new Map<string, Promise<void>>();

  constructor(ports: OutcomePorts) {
    this.#ports = ports;
  }

  /**
   * Resolves when the outcome is counted and written, or its campaign was deleted. `stayedSeconds`: after how long the person
   * hung up, if that is known.
   */
  record(run: DialledRun, outcome: RunOutcome, stayedSeconds: number | null = null): Promise<void> {
    return this.#report(run, { outcome, stayedSeconds, call_id: run.call_id });
  }

  /** Resolves when it is counted and written what a finding means for the contact, or its campaign was deleted. */
  recordFinding(run: DialledRun, finding: CallFinding): Promise<void> {
    return this.#report(run, { outcome: null, finding, call_id: run.call_id });
  }

  #report({ org_id, campaign_id, queued_run_id }: DialledRun, report: Report): Promise<void> {
    const batch = this.#nextBatches.get(campaign_id) ?? this.#newBatch(org_id, campaign_id);
    // The first report counts.
    if (!batch.reports.has(queued_run_id)) batch.reports.set(queued_run_id, report);
    return batch.counted;
  }

  #newBatch(orgId: string, campaignId: string): OutcomeBatch {
    const reports: OutcomeBatch['reports'] = new Map();
    const before = this.#counting.get(campaignId) ?? Promise.resolve();
    const recorded = before
      .catch(() => undefined)
      .then(() => {
        this.#nextBatches.delete(campaignId);
        return count(this.#ports, orgId, campaignId, reports);
      })
      .finally(() => {
        if (this.#counting.get(campaignId) === recorded) this.#counting.delete(campaignId);
      });
    const batch = { reports, counted: recorded };
    this.#nextBatches.set(campaignId, batch);
    this.#counting.set(campaignId, recorded);
    return batch;
  }
}

async function count(ports: OutcomePorts, orgId: string, campaignId: string, reports: Reports): Promise<void> {
  const { campaigns, clock, campaignMeter } = ports;
  await retryOnConflict('The campaign kept changing. Its outcomes were not counted.', async () => {
    // The campaign is read before the runs, so that outcomes it no longer lists as pending are seen as written.
    const seen = await campaigns.find(orgId, campaignId);
    if (!seen) return;
    const pendingIds = seen.gate.settling.map(({ queued_run_id }) => queued_run_id);
    const open = await openRuns(ports, [...pendingIds, ...reports.keys()]);
    const unwritten = seen.gate.settling.filter((each) => isUnwritten(each, open));
    const fresh = newOutcomes(ports, seen, reports, { open, unwritten });
    const now = clock.now();
    const callerIds = callerIdsAfter(seen, fresh, open, now);
    const change = applyOutcomes(seen, fresh, unwritten, now);
    if (fresh.length > 0 && !(await campaigns.change(seen, withCallerIds(change, callerIds)))) return 'again';
    if (fresh.length > 0) logBreaker(ports.log, seen.campaign, change.campaign);
    campaignMeter.outcomesRecorded(fresh.flatMap(({ outcome, is_judged }) => (is_judged ? [] : outcome)));
    await write(ports, seen, [...unwritten, ...fresh], open);
    return shareNewRests(ports, seen, callerIds);
  });
}

type Runs = ReadonlyMap<string, QueuedRun>;

/** Whether the consequences of an outcome are still to be written to its run. */
function isUnwritten(outcome: PendingOutcome, open: Runs): boolean {
  const run = open.get(outcome.queued_run_id);
  return run !== undefined && !isWritten(outcome, run);
}

/** The numbers of the campaign's pool once these outcomes are counted. Null: none of them was called from one. */
function callerIdsAfter(
  { campaign, gate }: CampaignRecord,
  fresh: readonly PendingOutcome[],
  open: Runs,
  now: Date,
): CallerIds | null {
  const outcomes = fresh.flatMap(({ queued_run_id, outcome, is_judged }) => {
    const number = is_judged ? null : open.get(queued_run_id)?.from_number;
    return typeof number === 'string' ? [{ number, outcome }] : [];
  });
  if (outcomes.length === 0) return null;
  const pool = campaign.orchestrator_metadata.caller_id_pool;
  return withOutcomes(gate.caller_ids ?? {}, outcomes, pool, { campaignId: campaign.campaign_id, now });
}

const withCallerIds = (change: CampaignRecordChange, callerIds: CallerIds | null): CampaignRecordChange =>
  callerIds ? { ...change, gate: { ...change.gate, caller_ids: callerIds } } : change;

/** Has other campaigns know the numbers that rest since these outcomes. */
async function shareNewRests(
  ports: OutcomePorts,
  { campaign, gate }: CampaignRecord,
  callerIds: CallerIds | null,
): Promise<void> {
  if (!callerIds) return;
  const now = ports.clock.now();
  const before = restsAt(gate.caller_ids ?? {}, now);
  const newRests = [...restsAt(callerIds, now)].filter(([number]) => !before.has(number));
  for (const [pii_number, { until, calls, answered, campaign_id }] of newRests)
    ports.log.warn('campaign.number_rests', { campaign_id, pii_number, until, calls, answered });
  await shareRests(ports, campaign.org_id, new Map(newRests));
}

/** The runs that are not done, by id. */
async function openRuns({ runs }: OutcomePorts, runIds: readonly string[]): Promise<Runs> {
  const found = await runs.findMany([...new Set(runIds)]);
  return new Map(found.filter(({ state }) => state !== 'done').map((run) => [run.queued_run_id, run] as const));
}

/** What is not yet counted of these reports. */
function newOutcomes(
  { ids, clock }: OutcomePorts,
  seen: CampaignRecord,
  reports: Reports,
  { open, unwritten }: { readonly open: Runs; readonly unwritten: readonly PendingOutcome[] },
): PendingOutcome[] {
  const pendingIds = new Set(unwritten.map(({ queued_run_id }) => queued_run_id));
  const now = clock.now();
  return [...reports].flatMap(([queued_run_id, report]) => {
    const run = open.get(queued_run_id);
    if (run?.call_id !== report.call_id || pendingIds.has(queued_run_id)) return [];
    // A run is judged once its outcome is counted.
    if ((run.state === 'judging') !== (report.outcome === null)) return [];
    const retry = { retry_run_id: ids.next() };
    if (report.outcome === null) return pendingDecision(seen, { run, finding: report.finding, ...retry }, now);
    const { outcome, stayedSeconds } = report;
    return pendingOutcome(seen, { queued_run_id, attempt: run.attempt, outcome, stayedSeconds, ...retry }, now);
  });
}

/** Queues retries and ends the runs. Idempotent. */
async function write(
  ports: OutcomePorts,
  { campaign: { org_id, campaign_id } }: CampaignRecord,
  all: readonly PendingOutcome[],
  found: Runs,
): Promise<void> {
  const { campaigns, runs, clock } = ports;
  let open = found;
  await retryOnConflict('The runs kept changing. Their outcomes were not written.', async () => {
    const now = clock.now();
    const left = all.flatMap((each) => {
      const run = open.get(each.queued_run_id);
      return run && !isWritten(each, run) ? [{ pending: each, run }] : [];
    });
    const retries = left.flatMap(({ run, pending: { retry_run_id, retry_at } }) =>
      retry_at === null ? [] : [retryOf(run, retry_run_id, retry_at, now)],
    );
    if (retries.length > 0) await addRetries(ports, retries, now);
    const ends = left.map(({ run, pending }) => ({ seen: run, changes: endOf(pending, now) }));
    if ((await runs.changeAll(ends)) === ends.length) return;
    // Either the campaign was deleted, together with the retries just queued, or some runs changed in between.
    if (!(await campaigns.find(org_id, campaign_id))) return runs.removeAll(campaign_id);
    open = await openRuns(
      ports,
      left.map(({ run: { queued_run_id } }) => queued_run_id),
    );
    return 'again';
  });
}

function endOf(pending: PendingOutcome, now: Date): Partial<QueuedRun> {
  const { outcome, judging, decision } = pending;
  if (judging) return toJudging(outcome, judging, now);
  return { ...toDone(outcome, isFinal(pending), now), ...(decision && { decision }) };
}

/** Queues retries. One that was added before from an older copy of its run has no number that was erased since. */
async function addRetries({ runs }: OutcomePorts, retries: readonly QueuedRun[], now: Date): Promise<void> {
  await runs.addAll(retries);
  for (const { phone_number, queued_run_id, context_variables } of retries) {
    if (phone_number !== ERASED_NUMBER) continue;
    const erased = { phone_number, context_variables, updated_at: now.toISOString() };
    await changeRun(runs, queued_run_id, (seen) => (seen.phone_number === ERASED_NUMBER ? null : erased));
  }
}
