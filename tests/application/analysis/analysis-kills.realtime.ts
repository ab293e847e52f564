import { assert } from 'chai';
import type { CallAnalysisRepository } from '../../../application/ports/call-analyses.ts';
import { queueEndedCall } from '../../../application/analysis/request-analysis.ts';
import type { OrganisationModels } from '../../../application/ports/providers.ts';
import type { EventEndpoint } from '../../../domain/events/event-endpoint.ts';
import { analysisWorld, scriptedModels } from './analysis-world.ts';

const ORGANISATIONS = 10;
/** Processes at the same time, killed ones not counted. */
const PROCESSES = 3;
/** Longer than a claim. */
const LAPSE_MS = 16_000;

/** Numbers from 0 to 1 that a seed determines. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A process that is killed or suspended at any of its operations on stores and vendors, before or after the operation has its
 * effect. A suspended one continues later, with claims that other processes have by then.
 */
class Process {
  #isKilled = false;
  #suspended: Promise<void> | null = null;
  #resume = (): void => undefined;
  readonly #onOperation: (process: Process) => void;

  constructor(onOperation: (process: Process) => void) {
    this.#onOperation = onOperation;
  }

  get isRunning(): boolean {
    return !this.#isKilled && this.#suspended === null;
  }

  kill(): void {
    this.#isKilled = true;
  }

  suspend(): void {
    this.#suspended = new Promise((resolve) => (this.#resume = resolve));
  }

  resume(): void {
    this.#suspended = null;
    this.#resume();
  }

  async #step(): Promise<void> {
    if (this.isRunning) this.#onOperation(this);
    if (this.#isKilled) return new Promise(() => undefined);
    await this.#suspended;
  }

  /** A port as this process uses it. */
  of<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...given: unknown[]): Promise<unknown> => {
          await this.#step();
          const answer: unknown = await Reflect.apply(member, target, given);
          await this.#step();
          return answer;
        };
      },
    });
  }
}

interface Trial {
  readonly calls: number;
  readonly kills: number;
  readonly seed: number;
  /** A fault in how a process finishes its claims. */
  readonly spoil?: (analyses: CallAnalysisRepository) => CallAnalysisRepository;
}

const ORG_IDS = Array.from({ length: ORGANISATIONS }, (_, index) => `org${index}`);

/** Organisations with an endpoint for analyses, and their ended calls, which are queued. */
async function filledWorld(calls: number) {
  const world = await analysisWorld({ success_criterion: 'A table is booked.' });
  const { ports } = world;
  for (const orgId of ORG_IDS) {
    await world.addAgent(orgId, `agent of ${orgId}`);
    await ports.eventEndpoints.add(endpointOf(orgId));
  }
  const queue = queueEndedCall({ ...ports, analysisWorker: { wake: () => undefined } });
  for (let index = 0; index < calls; index += 1) {
    const orgId = ORG_IDS[index % ORGANISATIONS]!;
    await queue(await world.endedCall(`c${index}`, 'user: a table', orgId, `agent of ${orgId}`));
  }
  return world;
}

type FilledWorld = Awaited<ReturnType<typeof filledWorld>>;

/** Kills or suspends a process after a random number of operations of all processes, again and again. */
class Strikes {
  readonly suspended: Process[] = [];
  readonly #random: () => number;
  readonly #most: number;
  readonly #operations: number;
  #left: number;
  #count = 0;
  #onStrike = (): void => undefined;

  /** An analysis takes about 25 operations. */
  constructor({ calls, kills, seed }: Trial) {
    this.#random = randomNumbers(seed);
    this.#most = kills;
    this.#operations = (calls * 20) / kills;
    this.#left = this.#untilNext();
  }

  get count(): number {
    return this.#count;
  }

  get areOver(): boolean {
    return this.#count === this.#most;
  }

  /** Resolves at the next strike. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.#onStrike = resolve));
  }

  readonly onOperation = (process: Process): void => {
    this.#left -= 1;
    if (this.#left > 0 || this.areOver) return;
    this.#left = this.#untilNext();
    this.#count += 1;
    if (this.#random() < 0.5) process.kill();
    else {
      process.suspend();
      this.suspended.push(process);
    }
    this.#onStrike();
  };

  #untilNext(): number {
    return Math.ceil(this.#random() * 2 * this.#operations);
  }
}

async function pendingIn({ ports }: FilledWorld): Promise<number> {
  const tallies = await Promise.all(ORG_IDS.map((orgId) => ports.callAnalyses.tally(orgId, {})));
  return tallies.flat().reduce((sum, { status, calls }) => (status === 'pending' ? sum + calls : sum), 0);
}

/** Analyses calls while processes are killed and suspended. Answers what is stored in the end. */
async function analysedUnderKills(trial: Trial) {
  const { spoil = (analyses) => analyses } = trial;
  const world = await filledWorld(trial.calls);
  const { ports } = world;
  const { models, requests } = scriptedModels(() => '{"summary": "S.", "success": "yes", "success_reason": "R."}');
  const strikes = new Strikes(trial);
  const spawn = () => {
    const process = new Process(strikes.onOperation);
    const model: OrganisationModels = process.of(models);
    const worker = world.worker(model, {
      callAnalyses: process.of(spoil(ports.callAnalyses)),
      calls: process.of(ports.calls),
      objects: process.of(ports.objects),
      // Timers of a suspended process do not fire: it does not know that it lost its claims.
      clock: { ...ports.clock, after: (ms, fire) => ports.clock.after(ms, () => process.isRunning && fire()) },
    });
    return { process, worker };
  };

  let processes = Array.from({ length: PROCESSES }, spawn);
  for (let round = 0; (await pendingIn(world)) > 0 || strikes.suspended.length > 0; round += 1) {
    assert.isBelow(round, 20 * trial.kills, 'the analyses do not end');
    processes = processes.map((each) => (each.process.isRunning ? each : spawn()));
    await Promise.race([strikes.next(), Promise.all(processes.map(({ worker }) => worker.tick()))]);
    await ports.clock.advanceAsync(LAPSE_MS);
    if (strikes.suspended.length > 2 || strikes.areOver) strikes.suspended.shift()?.resume();
  }
  await Promise.all(processes.map(({ worker }) => worker.tick()));
  return { killed: strikes.count, requests: requests.length, ...(await storedIn(world)) };
}

async function storedIn({ ports }: FilledWorld) {
  do await ports.eventRelay.tick();
  while ((await ports.eventOutbox.waiting(1)).length > 0);
  const { event_deliveries: events = [], call_analyses: analyses = [] } = await ports.documents.everything();
  return {
    analyses: analyses as { readonly status: string; readonly error_message: string | null }[],
    /** The calls of which a result was stored, once for each time: the event is part of the same write. */
    stored: (events as { readonly subject: string }[]).map(({ subject }) => subject),
  };
}

const endpointOf = (org_id: string): EventEndpoint => ({
  ...{ endpoint_id: `endpoint of ${org_id}`, org_id, url: 'https://crm.example.com/', description: '' },
  ...{ event_types: ['call.analysed'], state: 'enabled', secret: 'enc:v1:secret', created_by: 'ada@example.com' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
});

describe('the analysis of 1,000 calls', () => {
  it('ends after 40 kills and suspensions, and each result is stored once', async () => {
    const { killed, requests, analyses, stored } = await analysedUnderKills({ calls: 1_000, kills: 40, seed: 1 });
    assert.equal(killed, 40);
    assert.lengthOf(analyses, 1_000);
    const failed = analyses.filter(({ status }) => status !== 'done').map(({ error_message: why }) => why);
    // Interrupted calls are claimed first, so a few are hit again and again, and given up after four attempts.
    assert.isAtMost(failed.length, 50);
    for (const why of failed) assert.equal(why, 'The call could not be analysed: every attempt was interrupted.');
    assert.lengthOf(stored, 1_000);
    assert.equal(new Set(stored).size, 1_000);
    assert.isBelow(requests, 1_000 + 40 * PROCESSES * 8);
  });

  it('stores results twice if a claim is finished without its owner, which this test notices', async () => {
    const { stored } = await analysedUnderKills({
      ...{ calls: 200, kills: 20, seed: 1 },
      spoil: (analyses) => ({
        ...analyses,
        async finishClaim(callId, owner, change, events) {
          // As if only the call were compared.
          const owners = [owner, ''];
          for (const each of owners) if (await analyses.finishClaim(callId, each, change, events)) return true;
          return false;
        },
      }),
    });
    assert.isAbove(stored.length, new Set(stored).size);
  });
});
