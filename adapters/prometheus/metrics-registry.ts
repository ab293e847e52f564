import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Exposition } from '../lib/request-meter.ts';

/** The metrics of one process in Prometheus format: Node's defaults and all that is registered. */
export class MetricsRegistry implements Exposition {
  readonly register = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.register });
  }

  get contentType(): string {
    return this.register.contentType;
  }

  text(): Promise<string> {
    return this.register.metrics();
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
