import type { Traces } from '../adapters/opentelemetry/export.ts';
import type { Log } from '../application/ports/log.ts';
import type { Config } from './config.ts';

/** Sends traces where the operator says; where nothing is said, nothing is recorded and no SDK is loaded. */
export async function openTraces({ traces, services }: Pick<Config, 'traces' | 'services'>, log: Log): Promise<Traces> {
  if (traces.collector === null) return { close: () => Promise.resolve() };
  const { exportTraces } = await import('../adapters/opentelemetry/export.ts');
  const [only] = services;
  return exportTraces(traces.collector, services.length === 1 ? `voice-agent-${only}` : 'voice-agent-platform', log);
}
