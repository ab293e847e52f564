import { outcomeOf } from '../../domain/campaigns/outcome.ts';
import { inCall, putBack, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { isLive } from '../../domain/calls/call-log.ts';
import type { CallWatcher } from '../ports/call-watcher.ts';
import { changeRun } from './change-run.ts';
import { OrganisationEngine, type OrganisationPorts } from './organisation-engine.ts';
import { Settler } from './settler.ts';

export type EnginePorts = Omit<OrganisationPorts, 'settler'>;

/** So many overdue runs are looked after at a time. */
const BATCH = 100;
/** How soon it is looked again at a call of which nobody said yet whether anybody picked up. In milliseconds. */
const UNSAID_MS = 5_000;
/** How long a contact waits of whose first dial the carrier knows nothing. In milliseconds. */
const MISSED_WAIT_MS = 10_000;
/** How long overdue runs are one engine's before another looks after them. In milliseconds. */
const LOOKING_MS = 30_000;

/**
 * Has campaigns dialled. Every process of the API has one; those of several share the work by leases, and none of them
 * has to be there for another to go on.
 */
export class CampaignEngine implements CallWatcher {
  readonly #ports: OrganisationPorts;
  readonly #owner: string;
  readonly #organisations = new Map<string, OrganisationEngine>();
  #isStopped = false;

  constructor(ports: EnginePorts) {
    this.#ports = { ...ports, settler: new Settler(ports) };
    this.#owner = ports.ids.next();
  }

  /** Looks after everything that nobody told of: what other processes did, and what crashes left behind. */
  async tick(): Promise<void> {
    if (this.#isStopped) return;
    const atWork = await this.#ports.campaigns.organisationsAtWork();
    for (const orgId of atWork) this.poke(orgId);
    for (const [orgId, engine] of this.#organisations)
      if (!atWork.includes(orgId) && engine.isIdle) {
        this.#organisations.delete(orgId);
        await engine.stop();
      }
    await this.#lookAfterOverdue();
  }

  /** Something of this organisation's campaigns may have changed. */
  poke(orgId: string): void {
    if (this.#isStopped) return;
    const engine = this.#organisations.get(orgId) ?? new OrganisationEngine(this.#ports, orgId, this.#owner);
    this.#organisations.set(orgId, engine);
    engine.poke();
  }

  /** Decides no other dial, and lets those go out that were decided. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#organisations.values()].map((engine) => engine.stop()));
  }

  /** Never rejects: what could not be written down now is found when its run is overdue. */
  async ended(call: CallLog): Promise<void> {
    const { log } = this.#ports;
    try {
      await this.#end(call);
    } catch (error) {
      log.error('campaign.call_not_settled', { org_id: call.org_id, call_id: call.call_id, error });
    }
    // A slot is free, whatever call had it.
    if (this.#organisations.has(call.org_id)) this.poke(call.org_id);
  }

  async missed(call: CallLog, certainty: 'not_dialled' | 'unknown'): Promise<boolean> {
    const { runs, clock } = this.#ports;
    const run = await this.#runOf(call);
    if (run === null || run.state === 'in_call' || run.state === 'done') return false;
    if (certainty === 'unknown') {
      await this.#ports.settler.settle(run, 'unknown');
      return false;
    }
    await changeRun(runs, run.queued_run_id, ({ state }) =>
      state === 'dialing' ? putBack(MISSED_WAIT_MS, clock.now()) : null,
    );
    return (await this.#runOf(call))?.state === 'queued';
  }

  /** The run that a call was placed for. */
  async #runOf({ queued_run_id, call_id }: CallLog): Promise<QueuedRun | null> {
    const run = queued_run_id === null ? null : await this.#ports.runs.find(queued_run_id);
    return run?.call_id === call_id ? run : null;
  }

  async #end(call: CallLog): Promise<void> {
    const run = await this.#runOf(call);
    if (run === null || run.state === 'done') return;
    const outcome = outcomeOf(call);
    if (outcome !== null) return this.#ports.settler.settle(run, outcome);
    const { runs, clock } = this.#ports;
    const until = new Date(clock.now().getTime() + UNSAID_MS).toISOString();
    await changeRun(runs, run.queued_run_id, ({ state }) => (state === 'done' ? null : { lease_until: until }));
  }

  async #lookAfterOverdue(): Promise<void> {
    const { runs, clock } = this.#ports;
    for (;;) {
      const overdue = await runs.overdue(clock.now().toISOString(), BATCH);
      await Promise.all(overdue.map((run) => this.#lookAfter(run)));
      if (overdue.length < BATCH) return;
    }
  }

  async #lookAfter(overdue: QueuedRun): Promise<void> {
    const { runs, calls, settler, clock } = this.#ports;
    const until = new Date(clock.now().getTime() + LOOKING_MS).toISOString();
    // Of several engines one looks.
    const run = await runs.change(overdue, { lease_until: until });
    if (!run || run.call_id === null) return;
    const call = await calls.find(run.org_id, run.call_id);
    // Without a log the carrier was not asked: it is written before.
    if (!call) await runs.change(run, putBack(0, clock.now()));
    else if (!isLive(call.status)) await settler.settle(run, outcomeOf(call) ?? 'unknown');
    else if (run.state === 'in_call') await runs.change(run, inCall(clock.now()));
    this.poke(run.org_id);
  }
}
