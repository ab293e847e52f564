import type { Traces } from '../adapters/opentelemetry/export.ts';
import type { Log } from '../application/ports/log.ts';
import type { Config } from './config.ts';

/** Exports traces to the configured collector. Without one, records nothing and loads no SDK. */
export async function openTraces({ traces, services }: Pick<Config, 'traces' | 'services'>, log: Log): Promise<Traces> {
  if (traces.collector === null) return { close: () => Promise.resolve() };
  const { exportTraces } = await import('../adapters/opentelemetry/export.ts');
  const [only] = services;
  return exportTraces(traces.collector, services.length === 1 ? `voice-agent-${only}` : 'voice-agent-platform', log);
}
