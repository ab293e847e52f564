import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Exposition } from '../lib/request-meter.ts';

/** The figures of one process as Prometheus reads them: Node's own first, and whatever is registered besides. */
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

  /** Shows a number as it is whenever somebody looks. */
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
