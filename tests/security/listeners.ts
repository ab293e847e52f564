import { gatewayServer } from '../../adapters/gateway/server.ts';
import type { ServerTimeouts } from '../../adapters/lib/server-timeouts.ts';
import { json } from '../../adapters/media/server.ts';
import { wsMediaServer } from '../../adapters/media/ws.ts';
import { PrometheusGatewayMetrics } from '../../adapters/prometheus/gateway.ts';
import { MetricsRegistry } from '../../adapters/prometheus/metrics-registry.ts';
import { Accounts } from '../../adapters/simulator/accounts.ts';
import { Exchange } from '../../adapters/simulator/exchange.ts';
import { simulatorServer } from '../../adapters/simulator/server.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { randomIds } from '../../adapters/system/ids.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import { openPlatform } from '../support/platform.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

async function api(timeouts: ServerTimeouts): Promise<string> {
  const world = await openWorld(() => ({}), { timeouts });
  atEndOfTest(() => world.close());
  return world.url;
}

async function runtime(timeouts: ServerTimeouts): Promise<string> {
  const routes = { request: async () => json(200, {}), socket: () => undefined };
  const server = wsMediaServer(routes, rememberingLog().log, timeouts);
  atEndOfTest(() => server.close());
  return `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
}

async function gateway(timeouts: ServerTimeouts): Promise<string> {
  const { container } = await openPlatform({ services: ['gateway'] });
  const metrics = new MetricsRegistry();
  const server = gatewayServer({
    ...{ metrics, meter: new PrometheusGatewayMetrics(metrics.register, []), answered: () => undefined },
    ...{ gateway: await resolve(container, 'gatewayUseCases'), ids: randomIds(), log: rememberingLog().log },
    settings: { apiKey: null, hosts: null, audioBytes: 1_000_000, timeoutMs: 60_000, timeouts },
  });
  atEndOfTest(() => server.close());
  return `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
}

async function simulator(timeouts: ServerTimeouts): Promise<string> {
  const resampling = { open: () => ({ process: (pcm: Int16Array) => pcm, close: () => undefined }) };
  const parts = { clock: systemClock(), vendors: scriptedVendors(), resampling, accounts: new Accounts() };
  const { log } = rememberingLog();
  const metrics = { contentType: 'text/plain', text: async () => '' };
  const exchange = new Exchange(parts);
  const server = simulatorServer({ exchange, log, metrics, answered: () => undefined, hosts: null, timeouts });
  atEndOfTest(() => server.close());
  return `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
}

/** Every server, how to open it for a test, and its route that accepts a body without authentication. */
export const LISTENERS = [
  { name: 'the API', open: api, takesBody: '/api/v1/users/login' },
  { name: 'the runtime', open: runtime, takesBody: '/answer' },
  { name: 'the gateway', open: gateway, takesBody: '/v1/chat/completions' },
  { name: 'the simulator', open: simulator, takesBody: '/simulate/inbound' },
] as const;
