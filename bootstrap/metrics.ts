import { collectDefaultMetrics, Gauge, Registry as MetricsRegistry } from 'prom-client';

/** What Prometheus may read of this process: Node's own figures, and the calls it carries. */
export function processMetrics(liveCalls?: { readonly count: number }): MetricsRegistry {
  const register = new MetricsRegistry();
  collectDefaultMetrics({ register });
  if (liveCalls)
    new Gauge({
      name: 'voice_calls_live',
      help: 'Calls that this process carries now',
      registers: [register],
      collect() {
        this.set(liveCalls.count);
      },
    });
  return register;
}
