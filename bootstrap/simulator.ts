import type { Container } from 'inversify';
import { join } from 'node:path';
import { knownHosts } from '../adapters/lib/known-hosts.ts';
import { closeLocalSpeech } from '../adapters/providers/local/engines.ts';
import { accountsFile } from '../adapters/simulator/accounts-file.ts';
import { Accounts } from '../adapters/simulator/accounts.ts';
import { Exchange } from '../adapters/simulator/exchange.ts';
import { simulatorServer } from '../adapters/simulator/server.ts';
import type { Config } from './config.ts';
import { knownHostNames } from './known-hosts.ts';
import { isLoopback } from '../adapters/lib/public-address.ts';
import { resolve } from './dependencies.ts';
import type { RunningService } from './runtime.ts';

/** Starts the carrier simulator. Its calls continue while the process drains, because the runtime waits for them. */
export async function startSimulator(container: Container, config: Config): Promise<RunningService> {
  const [clock, vendors, resampling, metricsRegistry, requestMeters, log] = await Promise.all([
    resolve(container, 'clock'),
    resolve(container, 'vendors'),
    resolve(container, 'resampling'),
    resolve(container, 'metricsRegistry'),
    resolve(container, 'requestMeters'),
    resolve(container, 'log'),
  ]);
  const file = await accountsFile(join(config.dataDir, 'simulator.json'), log);
  const exchange = new Exchange({ clock, vendors, resampling, accounts: new Accounts(file) });
  const hosts = isLoopback(config.simulator.host) ? knownHosts(knownHostNames(config)) : null;
  const server = simulatorServer({
    exchange,
    hosts,
    log,
    metrics: metricsRegistry,
    answered: requestMeters('simulator'),
  });
  const port = await server.listen(config.simulator.host, config.simulator.port);
  log.info('simulator.listening', { host: config.simulator.host, port });
  return {
    port,
    drain: async () => undefined,
    async close() {
      await server.close();
      await file.written();
      await closeLocalSpeech();
    },
  };
}
