import { EARLY_SECONDS, isHungUpEarly } from '../../domain/campaigns/retry-policy.ts';
import { hungUpAfter, runOutcomeOf, type RunOutcome } from '../../domain/campaigns/run-outcome.ts';
import { hasEnded, toInCall, toRequeued, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { type CallLog, isLive } from '../../domain/calls/call-log.ts';
import type { CampaignEngineLeases, CampaignEngines } from '../ports/campaign-engine-leases.ts';
import type { CallOutcomeListener } from '../ports/call-outcome-listener.ts';
import { batched } from '../batching.ts';
import { changeRun } from './change-run.ts';
import { judgeRun, type JudgePorts } from './judge-run.ts';
import { EngineAllocation } from './engine-allocation.ts';
import { undialledOutcome } from './undialled-outcome.ts';
import { OrganisationEngine, type OrganisationEnginePorts } from './organisation-engine.ts';
import { recordAccepted, requeueRuns } from './dial-intent.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import { WallClock } from './wall-clock.ts';
import { isoAfter } from '../../domain/expiry.ts';

export type EnginePorts = Omit<CampaignEnginePorts, 'outcomeRecorder' | 'reportAccepted' | 'requeue' | 'wallClock'>;

interface CampaignEnginePorts extends OrganisationEnginePorts {
  readonly callAnalyses: JudgePorts['callAnalyses'];
  readonly engineLeases: CampaignEngineLeases;
  readonly campaignEngines: CampaignEngines;
}

/** Overdue runs read per pass. */
const BATCH = 100;
/** Wait for the disposition of a call that ended without one, in ms. */
const DISPOSITION_WAIT_MS = 5_000;
/** From the end of a short call to the report of its runtime, which says who ended it, in ms. */
const END_REASON_WAIT_MS = 15_000;
/** Wait before redialling a call that the carrier never placed, in ms. */
const REDIAL_WAIT_MS = 10_000;
/** How long one engine owns the check of an overdue run, in ms. */
const CHECK_LEASE_MS = 30_000;

/** Dials for campaigns. Every API process has one. Processes share the work by leases, and none depends on another. */
export class CampaignEngine implements CallOutcomeListener {
  readonly #ports: CampaignEnginePorts;
  readonly #owner: string;
  readonly #organisations = new Map<string, OrganisationEngine>();
  readonly #allocation: EngineAllocation;
  #isStopped = false;

  constructor(ports: EnginePorts) {
    this.#ports = {
      ...ports,
      outcomeRecorder: new OutcomeRecorder(ports),
      reportAccepted: batched((out) => recordAccepted(ports, out)),
      requeue: batched((undialled) => requeueRuns(ports, undialled)),
      wallClock: new WallClock(ports.clock),
    };
    this.#owner = ports.ids.next();
    this.#allocation = new EngineAllocation(ports, this.#owner);
  }

  /**
   * Polls for work that no event announced: changes by other processes and leftovers of crashes. With many engines each looks
   * at the organisations of the others less often.
   */
  async tick(): Promise<void> {
    if (this.#isStopped) return;
    this.#ports.wallClock.check();
    const own = new Set([...this.#organisations].filter(([, engine]) => engine.isOwner).map(([orgId]) => orgId));
    const assignment = await this.#allocation.look(own);
    for (const orgId of assignment?.wake ?? own) this.wake(orgId);
    if (!assignment) return;
    const { active, release } = assignment;
    const left = [...this.#organisations].filter(([orgId, engine]) => {
      const isDialling = active.has(orgId) && engine.isOwner;
      return release.includes(orgId) || (!isDialling && engine.isIdle);
    });
    await Promise.all(left.map(([orgId, engine]) => this.#leave(orgId, engine)));
    await this.#checkOverdueRuns();
  }

  async #leave(orgId: string, engine: OrganisationEngine): Promise<void> {
    this.#organisations.delete(orgId);
    await engine.stop();
  }

  /** Notifies the engine that campaigns of this organisation may have changed. */
  wake(orgId: string): void {
    if (this.#isStopped) return;
    const engine = this.#organisations.get(orgId) ?? new OrganisationEngine(this.#ports, orgId, this.#owner);
    this.#organisations.set(orgId, engine);
    engine.wake();
  }

  /** Contacts without a final outcome in the campaigns this engine dials for now. */
  get contactsLeft(): number {
    return [...this.#organisations.values()].reduce((sum, engine) => sum + engine.contactsLeft, 0);
  }

  /** Stops dialling and waits for dials already decided. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#organisations.values()].map((engine) => engine.stop()));
    // Its registration expires soon in any case.
    await this.#allocation
      .leave()
      .catch((error: unknown) => this.#ports.log.warn('campaign.engine_not_removed', { error }));
  }

  /** Never rejects: an unrecorded outcome is found when its run is overdue. */
  async ended(call: CallLog): Promise<void> {
    const { log } = this.#ports;
    try {
      await this.#end(call);
    } catch (error) {
      log.error('campaign.outcome_not_recorded', { org_id: call.org_id, call_id: call.call_id, error });
    }
    // A slot is free now.
    if (this.#organisations.has(call.org_id)) this.wake(call.org_id);
  }

  async dialUnconfirmed(call: CallLog, certainty: 'not_dialled' | 'unknown'): Promise<boolean> {
    const { runs, clock } = this.#ports;
    const run = await this.#runOf(call);
    if (run === null || run.state === 'in_call' || hasEnded(run)) return false;
    // The report is late: the run is being dialled again.
    if (run.state === 'dialing' && clock.now().getTime() - Date.parse(run.updated_at) < CHECK_LEASE_MS) return true;
    if (certainty === 'unknown' || (await this.#isCounted(run))) {
      await this.#ports.outcomeRecorder.record(run, 'unknown');
      return false;
    }
    await changeRun(runs, run.queued_run_id, ({ state }) =>
      state === 'dialing' ? toRequeued(REDIAL_WAIT_MS, clock.now()) : null,
    );
    return (await this.#runOf(call))?.state === 'queued';
  }

  /** Whether the run's outcome is counted and only not yet written to the run. */
  async #isCounted({ org_id, campaign_id, queued_run_id }: QueuedRun): Promise<boolean> {
    const record = await this.#ports.campaigns.find(org_id, campaign_id);
    return record?.gate.settling.some((each) => each.queued_run_id === queued_run_id) === true;
  }

  /** The run of a call. */
  async #runOf({ queued_run_id, call_id }: CallLog): Promise<QueuedRun | null> {
    const run = queued_run_id === null ? null : await this.#ports.runs.find(queued_run_id);
    return run?.call_id === call_id ? run : null;
  }

  async #end(call: CallLog): Promise<void> {
    const { org_id, campaign_id, queued_run_id, call_id } = call;
    if (campaign_id === null || queued_run_id === null) return;
    const { runs, clock, outcomeRecorder } = this.#ports;
    const outcome = runOutcomeOf(call);
    const waitMs = outcome === null ? DISPOSITION_WAIT_MS : await this.#untilReason(call, campaign_id, outcome);
    if (outcome !== null && waitMs <= 0)
      return outcomeRecorder.record({ org_id, campaign_id, queued_run_id, call_id }, outcome, hungUpAfter(call));
    const run = await this.#runOf(call);
    if (run === null) return;
    const until = isoAfter(clock.now(), waitMs);
    await changeRun(runs, run.queued_run_id, (seen) => (hasEnded(seen) ? null : { lease_until: until }));
  }

  /**
   * How long to wait for who ended a call, in ms: a carrier that reports its end before the runtime does not say so, and a call
   * that the agent ended is not hung up early.
   */
  async #untilReason(call: CallLog, campaignId: string, outcome: RunOutcome): Promise<number> {
    const stayedSeconds = hungUpAfter(call);
    if (call.end_reason !== undefined || stayedSeconds === null || call.end_time_utc === null) return 0;
    // No other call can be early: the campaign need not be read.
    if (outcome !== 'answered' || stayedSeconds >= EARLY_SECONDS.maximum) return 0;
    const record = await this.#ports.campaigns.find(call.org_id, campaignId);
    const config = record?.campaign.retry_config;
    // An analysis that is waited for decides later.
    if (!config || config.by_analysis || !isHungUpEarly(config, outcome, stayedSeconds)) return 0;
    const now = this.#ports.clock.now().getTime();
    return Math.min(now, Date.parse(call.end_time_utc)) + END_REASON_WAIT_MS - now;
  }

  async #checkOverdueRuns(): Promise<void> {
    const { runs, clock } = this.#ports;
    for (;;) {
      const overdue = await runs.overdue(clock.now().toISOString(), BATCH);
      await Promise.all(overdue.map((run) => this.#checkRun(run)));
      if (overdue.length < BATCH) return;
    }
  }

  async #checkRun(overdue: QueuedRun): Promise<void> {
    const { runs, calls, outcomeRecorder, clock } = this.#ports;
    const until = isoAfter(clock.now(), CHECK_LEASE_MS);
    // Of concurrent engines, one checks the run.
    const run = await runs.change(overdue, { lease_until: until });
    if (run?.state === 'queued') return outcomeRecorder.record(run, await undialledOutcome(this.#ports, run));
    if (!run || run.call_id === null) return;
    if (run.state === 'judging') return this.#judge(run);
    const call = await calls.find(run.org_id, run.call_id);
    // Without a log the carrier was not asked: the log is written first.
    if (!call) await runs.change(run, toRequeued(0, clock.now()));
    else if (!isLive(call.status))
      await outcomeRecorder.record(run, runOutcomeOf(call) ?? 'unknown', hungUpAfter(call));
    else await this.#extendCheck(run, call);
    this.wake(run.org_id);
  }

  async #judge(run: QueuedRun): Promise<void> {
    if (await judgeRun(this.#ports, run)) this.wake(run.org_id);
  }

  /** A live call is reported by reconciliation, which finds it by its lease. */
  async #extendCheck(run: QueuedRun, { org_id, call_id }: CallLog): Promise<void> {
    const { runs, dialler, clock } = this.#ports;
    await dialler.ensureLease(org_id, call_id);
    if (run.state === 'in_call') await runs.change(run, toInCall(clock.now()));
  }
}
