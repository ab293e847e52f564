import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { MetricObject } from '../../adapters/prometheus/metrics-registry.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { Log } from '../../application/ports/log.ts';
import { withTimeout } from '../../application/with-timeout.ts';
import { GroupMetrics } from './group-metrics.ts';
import { stopOrder, type WorkerGroup } from './groups.ts';
import { nameOf, WORKER_VARIABLE, type FromWorker, type ToWorker, type WorkerPlace } from './messages.ts';

/** Wait before a worker that died is replaced: doubled with every death of its slot, up to the longest. In ms. */
const [RESTART_MIN_MS, RESTART_MAX_MS] = [100, 10_000];
/** A worker that lived this long starts again with the shortest wait. In ms. */
const STABLE_MS = 60_000;
/** Longest wait for the metrics of a worker. Afterwards its last ones count. In ms. */
const METRICS_MS = 2_000;

interface SupervisorParts {
  readonly groups: readonly WorkerGroup[];
  /** Variables that workers get besides those of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Slot {
  readonly group: WorkerGroup;
  readonly metrics: GroupMetrics;
  readonly place: WorkerPlace;
  worker: Worker | null;
  startedAt: number;
  restartMs: number;
  cancelRestart: () => void;
}

/**
 * Runs groups of worker processes behind shared ports (node:cluster). A worker that dies is replaced, after a wait that
 * grows while its slot keeps dying. Metrics of a group are those of all its workers, counters of dead ones included, so
 * that no counter falls when a worker dies.
 */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #slots: Slot[];
  readonly #pending = new Map<number, (metrics: MetricObject[]) => void>();
  #lastId = 0;
  #isStopping = false;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
    const platform = parts.groups.flatMap(({ services }) => services);
    this.#slots = parts.groups.flatMap((group) => {
      const metrics = new GroupMetrics();
      return Array.from({ length: group.workers }, (_, index) => ({
        ...{ group, metrics },
        place: { services: group.services, slot: index + 1, platform },
        ...{ worker: null, startedAt: 0, restartMs: RESTART_MIN_MS, cancelRestart: () => undefined },
      }));
    });
  }

  /** Starts all workers. Resolves when all are ready, and rejects when one ends before it is. */
  async start(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => this.#launch(slot)));
  }

  /** Stops the workers of runtimes, then the others, because live calls need these. Restarts no worker afterwards. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { cancelRestart, worker } of this.#slots) {
      cancelRestart();
      if (worker) sendTo(worker, { kind: 'stop_dialling' });
    }
    for (const group of stopOrder(this.#parts.groups))
      await Promise.all(this.#slots.filter((slot) => slot.group === group).map(({ worker }) => stopWorker(worker)));
  }

  async #launch(slot: Slot): Promise<void> {
    const { clock, env, log } = this.#parts;
    cluster.setupPrimary({ args: [...slot.place.services] });
    const worker = cluster.fork({ ...env, [WORKER_VARIABLE]: JSON.stringify(slot.place) });
    Object.assign(slot, { worker, startedAt: clock.monotonic() });
    log.info('worker.started', { worker: nameOf(slot.place), pid: worker.process.pid });
    const ready = new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve();
        else
          this.#onMessage(slot, worker, message).catch((error: unknown) =>
            log.error('worker.metrics_failed', { error }),
          );
      });
      worker.once('exit', () => reject(new Error(`The worker ${nameOf(slot.place)} did not start`)));
    });
    worker.once('exit', (code, signal) => this.#onExit(slot, { code, signal }));
    await ready;
  }

  async #onMessage(slot: Slot, worker: Worker, message: Exclude<FromWorker, { kind: 'ready' }>): Promise<void> {
    if (message.kind === 'snapshot') this.#pending.get(message.id)?.(message.metrics);
    else sendTo(worker, { kind: 'gathered', id: message.id, metrics: await this.#metricsOf(slot) });
  }

  /** The metrics of the group of a slot. */
  async #metricsOf({ group, metrics }: Slot): Promise<MetricObject[][]> {
    await Promise.all(this.#slots.filter((slot) => slot.group === group).map((slot) => this.#collect(slot)));
    return metrics.all();
  }

  /** Reads the metrics of a worker, if it answers in time. */
  async #collect(slot: Slot): Promise<void> {
    const { worker } = slot;
    if (!worker?.isConnected()) return;
    const id = (this.#lastId += 1);
    const collect = (): Promise<MetricObject[] | null> =>
      new Promise((resolve) => {
        this.#pending.set(id, resolve);
        sendTo(worker, { kind: 'collect', id });
      });
    const metrics = await withTimeout(this.#parts.clock, METRICS_MS, collect, () => null);
    this.#pending.delete(id);
    if (metrics && slot.worker === worker) slot.metrics.read(slot.place.slot, metrics);
  }

  #onExit(slot: Slot, how: { readonly code: number | null; readonly signal: string | null }): void {
    const { clock, log } = this.#parts;
    slot.metrics.died(slot.place.slot);
    slot.worker = null;
    if (this.#isStopping) return;
    const isStable = clock.monotonic() - slot.startedAt >= STABLE_MS;
    const waitMs = isStable ? RESTART_MIN_MS : slot.restartMs;
    slot.restartMs = Math.min(RESTART_MAX_MS, waitMs * 2);
    log.error('worker.exited', { worker: nameOf(slot.place), ...how, restart_in_ms: waitMs });
    slot.cancelRestart = clock.after(waitMs, () => {
      // A worker that does not get ready exits, which is handled here again.
      void this.#launch(slot).catch(() => undefined);
    });
  }
}

function sendTo(worker: Worker, message: ToWorker): void {
  // A worker that is gone reads nothing; its exit is handled.
  if (worker.isConnected()) worker.send(message, () => undefined);
}

async function stopWorker(worker: Worker | null): Promise<void> {
  if (!worker || worker.isDead()) return;
  const exited = once(worker, 'exit');
  sendTo(worker, { kind: 'stop' });
  await exited;
}
