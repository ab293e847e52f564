import { assert } from 'chai';
import type { CallAnalysisRepository } from '../../../application/ports/call-analyses.ts';
import { queueEndedCall } from '../../../application/analysis/request-analysis.ts';
import type { OrganisationModels } from '../../../application/ports/providers.ts';
import type { EventEndpoint } from '../../../domain/events/event-endpoint.ts';
import { analysisWorld, scriptedModels } from '../../support/analysis-world.ts';

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
 * effect. A killed one does nothing more; a suspended one goes on later, with claims that others have by then.
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

/** Analyses calls while processes are killed and suspended. Answers what is stored in the end. */
async function analysedUnderKills({ calls, kills, seed, spoil = (analyses) => analyses }: Trial) {
  const world = await analysisWorld({ success_criterion: 'A table is booked.' });
  const { ports } = world;
  const orgIds = Array.from({ length: ORGANISATIONS }, (_, index) => `org${index}`);
  for (const orgId of orgIds) {
    await world.addAgent(orgId, `agent of ${orgId}`);
    await ports.eventEndpoints.add(endpointOf(orgId));
  }
  const queue = queueEndedCall({ ...ports, analysisWorker: { wake: () => undefined } });
  for (let index = 0; index < calls; index += 1) {
    const orgId = orgIds[index % ORGANISATIONS]!;
    await queue(await world.endedCall(`c${index}`, 'user: a table', orgId, `agent of ${orgId}`));
  }

  const random = randomNumbers(seed);
  /** Operations until the next kill. An analysis takes about 25. */
  const between = (): number => Math.ceil(random() * 2 * ((calls * 20) / kills));
  const { models, requests } = scriptedModels(() => '{"summary": "S.", "success": "yes", "success_reason": "R."}');
  const suspended: Process[] = [];
  let [left, killed] = [between(), 0];
  let hit = (): void => undefined;
  const strike = (process: Process): void => {
    left -= 1;
    if (left > 0 || killed === kills) return;
    [left, killed] = [between(), killed + 1];
    if (random() < 0.5) process.kill();
    else {
      process.suspend();
      suspended.push(process);
    }
    hit();
  };
  const spawn = () => {
    const process = new Process(strike);
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

  const processes = Array.from({ length: PROCESSES }, spawn);
  const pending = async (): Promise<number> => {
    const tallies = await Promise.all(orgIds.map((orgId) => ports.callAnalyses.tally(orgId, {})));
    return tallies.flat().reduce((sum, { status, calls: count }) => (status === 'pending' ? sum + count : sum), 0);
  };
  for (let round = 0; (await pending()) > 0 || suspended.length > 0; round += 1) {
    assert.isBelow(round, 20 * kills, 'the analyses do not end');
    for (const [index, { process }] of processes.entries()) if (!process.isRunning) processes[index] = spawn();
    const struck = new Promise<void>((resolve) => (hit = resolve));
    await Promise.race([struck, Promise.all(processes.map(({ worker }) => worker.tick()))]);
    await ports.clock.advanceAsync(LAPSE_MS);
    if (suspended.length > 2 || killed === kills) suspended.shift()?.resume();
  }
  await Promise.all(processes.map(({ worker }) => worker.tick()));
  for (let round = 0; round < calls; round += 1) {
    await ports.eventRelay.tick();
    if ((await ports.eventOutbox.waiting(1)).length === 0) break;
  }
  const { event_deliveries: events = [], call_analyses: analyses = [] } = await ports.documents.everything();
  return {
    killed,
    requests: requests.length,
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
  it('is done after 40 kills and suspensions, without a result that is stored twice', async () => {
    const { killed, requests, analyses, stored } = await analysedUnderKills({ calls: 1_000, kills: 40, seed: 1 });
    assert.equal(killed, 40);
    assert.lengthOf(analyses, 1_000);
    const failed = analyses.filter(({ status }) => status !== 'done').map(({ error_message: why }) => why);
    assert.deepEqual(failed, []);
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
