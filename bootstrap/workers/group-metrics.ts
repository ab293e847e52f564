import { sumMetrics, type MetricObject } from '../../adapters/prometheus/metrics-registry.ts';

/**
 * The metrics of the workers of a group: what was read last of each that runs, and the counters of those that died. So no counter
 * falls, and none counts twice, when a worker dies and until its successor starts.
 */
export class GroupMetrics {
  readonly #bySlot = new Map<number, MetricObject[]>();
  /** Counters and histograms of workers that died. */
  #ended: Promise<MetricObject[]> = Promise.resolve([]);

  /** Takes the metrics of the worker in a slot. */
  read(slot: number, metrics: MetricObject[]): void {
    this.#bySlot.set(slot, metrics);
  }

  /** Keeps the counters of the worker in a slot, which has died. */
  died(slot: number): void {
    const counted = (this.#bySlot.get(slot) ?? []).filter(({ type }) => String(type) !== 'gauge');
    this.#bySlot.delete(slot);
    this.#ended = this.#ended.then((ended) => sumMetrics([ended, counted]).getMetricsAsJSON());
  }

  /** One list for each worker, and one for all that died. */
  async all(): Promise<MetricObject[][]> {
    const ended = await this.#ended;
    return [...this.#bySlot.values(), ended];
  }
}
