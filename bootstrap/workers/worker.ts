import type { MetricObject, MetricsRegistry } from '../../adapters/prometheus/metrics-registry.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { withTimeout } from '../../application/with-timeout.ts';
import type { Stoppable } from '../shutdown.ts';
import { WORKER_VARIABLE, type FromWorker, type ToWorker, type WorkerPlace } from './messages.ts';

/** Longest wait for the metrics of all workers. In ms. */
const METRICS_MS = 5_000;

/** The worker's end of the channel to its supervisor. */
export class WorkerChannel {
  readonly place: WorkerPlace;
  readonly #pending = new Map<number, (metrics: MetricObject[][]) => void>();
  #registry: MetricsRegistry | null = null;
  /** Null until a shutdown listens: an order before that is carried out then. */
  #stop: (() => void) | null = null;
  #isStopOrdered = false;
  #stopDialling: () => Promise<void> = () => Promise.resolve();
  #lastId = 0;

  constructor(place: WorkerPlace) {
    this.place = place;
    // Metrics that cannot be read are not sent: the last ones count.
    process.on('message', (message: ToWorker) => void this.#onMessage(message).catch(() => undefined));
  }

  /** The channel of this process, or null when no supervisor started it. */
  static open(): WorkerChannel | null {
    const place = process.env[WORKER_VARIABLE];
    return place === undefined || !process.send ? null : new WorkerChannel(JSON.parse(place) as WorkerPlace);
  }

  /**
   * The process for a shutdown. SIGINT is left to the supervisor, because a terminal sends it to every process; it tells
   * the workers in order.
   */
  get process(): Stoppable {
    return {
      on: (event, handler) => {
        if (event === 'SIGTERM') {
          this.#stop = () => handler('SIGTERM');
          if (this.#isStopOrdered) queueMicrotask(this.#stop);
        }
        return process.on(event, event === 'SIGINT' ? () => undefined : handler);
      },
      exit: (code) => process.exit(code),
    };
  }

  onStopDialling(stop: () => Promise<void>): void {
    this.#stopDialling = stop;
  }

  ready(): void {
    send({ kind: 'ready' });
  }

  /** Makes this registry show the metrics of all workers of the group. */
  shareMetrics(registry: MetricsRegistry, clock: Clock): void {
    this.#registry = registry;
    registry.aggregate(() => {
      const id = (this.#lastId += 1);
      const gather = (): Promise<MetricObject[][]> =>
        new Promise((resolve) => {
          this.#pending.set(id, resolve);
          send({ kind: 'gather', id });
        });
      return withTimeout(clock, METRICS_MS, gather).finally(() => this.#pending.delete(id));
    });
  }

  async #onMessage(message: ToWorker): Promise<void> {
    if (message.kind === 'stop') {
      this.#isStopOrdered = true;
      this.#stop?.();
    } else if (message.kind === 'stop_dialling') await this.#stopDialling();
    else if (message.kind === 'gathered') this.#pending.get(message.id)?.(message.metrics);
    else if (message.kind === 'collect') {
      const metrics = (await this.#registry?.register.getMetricsAsJSON()) ?? [];
      send({ kind: 'snapshot', id: message.id, metrics });
    }
  }
}

function send(message: FromWorker): void {
  // When the supervisor is gone, node:cluster ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
