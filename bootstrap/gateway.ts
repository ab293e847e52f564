import type { Container } from 'inversify';
import { gatewayServer } from '../adapters/gateway/server.ts';
import { knownHosts } from '../adapters/lib/known-hosts.ts';
import { PrometheusGatewayMetrics } from '../adapters/prometheus/gateway.ts';
import { closeLocalSpeech } from '../adapters/providers/local/engines.ts';
import { repeatTask } from '../adapters/schedule/repeating-task.ts';
import type { Config } from './config.ts';
import { knownHostNames } from './known-hosts.ts';
import { isLoopback } from '../adapters/lib/public-address.ts';
import { resolve } from './dependencies.ts';
import type { RunningService } from './runtime.ts';

/** Probing of model servers, so that a failed one is known before a request waits for it. */
const PROBING = { name: 'gateway.look', everyMs: 5_000, graceMs: 1_000 };

/** Starts the model gateway. It stops last, because live calls need it while the process drains. */
export async function startGateway(container: Container, config: Config): Promise<RunningService> {
  const { gateway: settings } = config;
  const hosts = isLoopback(settings.host) ? knownHosts(knownHostNames(config)) : null;
  const [gateway, upstreams, upstreamPool, metricsRegistry, requestMeters, clock, ids, log] = await Promise.all([
    resolve(container, 'gatewayUseCases'),
    resolve(container, 'upstreams'),
    resolve(container, 'upstreamPool'),
    resolve(container, 'metricsRegistry'),
    resolve(container, 'requestMeters'),
    resolve(container, 'clock'),
    resolve(container, 'ids'),
    resolve(container, 'log'),
  ]);
  const server = gatewayServer({
    ...{ gateway, ids, log, settings: { ...settings, hosts } },
    metrics: metricsRegistry,
    meter: new PrometheusGatewayMetrics(metricsRegistry.register, upstreamPool.loads),
    answered: requestMeters('gateway'),
  });
  const port = await server.listen(settings.host, settings.port);
  log.info('gateway.listening', { host: settings.host, port, upstreams: settings.upstreams.length });
  const probing = repeatTask(PROBING, async () => void (await gateway.check()), { clock, log });
  return {
    port,
    drain: (ms) => server.drain(ms),
    async close() {
      await probing.stop();
      await server.close();
      upstreams.close();
      await closeLocalSpeech();
    },
  };
}
