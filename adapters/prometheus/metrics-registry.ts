import { randomInt } from 'node:crypto';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Exposition } from '../lib/request-meter.ts';

/** The values of one metric, as processes exchange them. */
export type MetricObject = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** The sum of those of many processes is exact as well. */
const PROCESS_ID_MAX = 2 ** 40;

let defaults: Registry | null = null;

/** Node's metrics, read once in a process: what reads them is never stopped, and costs a timer of 10 ms. */
function defaultMetrics(): Registry {
  if (defaults) return defaults;
  defaults = new Registry();
  collectDefaultMetrics({ register: defaults });
  return defaults;
}

/** The metrics of several processes together: sums, except where a metric has another way to aggregate. */
export const sumMetrics = (processes: MetricObject[][]): Registry => AggregatorRegistry.aggregate(processes);

/**
 * Metrics in Prometheus format: Node's defaults and all that is registered. Those of this process, unless several
 * processes share its port.
 */
export class MetricsRegistry implements Exposition {
  readonly register = Registry.merge([defaultMetrics()]);
  #gather: (() => Promise<MetricObject[][]>) | null = null;

  constructor() {
    const id = randomInt(PROCESS_ID_MAX);
    this.gauge('voice_process_id', 'A random number that all ports of one process have in common', () => id);
  }

  get contentType(): string {
    return this.register.contentType;
  }

  async text(): Promise<string> {
    if (!this.#gather) return this.register.metrics();
    return sumMetrics(await this.#gather()).metrics();
  }

  /** Makes the text that of several processes. */
  aggregate(gather: () => Promise<MetricObject[][]>): void {
    this.#gather = gather;
  }

  /** Registers a gauge that reads its value at each scrape. */
  gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.register],
      collect() {
        this.set(value());
      },
    });
  }
}
