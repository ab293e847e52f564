import type { Container } from 'inversify';
import { closeLocalSpeech } from '../adapters/providers/local/engines.ts';
import { Exchange } from '../adapters/simulator/exchange.ts';
import { simulatorServer } from '../adapters/simulator/server.ts';
import type { Config } from './config.ts';
import { processMetrics } from './metrics.ts';
import { resolve } from './registry.ts';
import type { RunningService } from './runtime.ts';

/** Starts the carrier simulator. Its calls go on while the process drains: they are what the runtime waits for. */
export async function startSimulator(container: Container, config: Config): Promise<RunningService> {
  const [clock, vendors, resampling, log] = await Promise.all([
    resolve(container, 'clock'),
    resolve(container, 'vendors'),
    resolve(container, 'resampling'),
    resolve(container, 'log'),
  ]);
  const exchange = new Exchange({ clock, vendors, resampling });
  const register = processMetrics();
  const server = simulatorServer({ exchange, log, metrics: () => register.metrics() });
  const port = await server.listen(config.simulator.host, config.simulator.port);
  log.info('simulator.listening', { host: config.simulator.host, port });
  return {
    port,
    drain: async () => undefined,
    async close() {
      await server.close();
      await closeLocalSpeech();
    },
  };
}
