import type { Container } from 'inversify';
import { addressOf, type Config } from './config.ts';
import { assembleContainer } from './container.ts';
import { drainServices } from './drain.ts';
import { resolve } from './dependencies.ts';
import type { RunningService } from './runtime.ts';
import type { ResolvedKeys } from './secrets.ts';
import { openTraces } from './traces.ts';

/** Where the services of a platform are reached. */
export interface Addresses {
  /** URL of the API with its prefix, in this process or elsewhere. */
  readonly apiBaseUrl: string;
  readonly runtimeUrl: string;
  /** URL of the model gateway of this process. Null without one. */
  readonly gatewayUrl: string | null;
  /** URL of the registered carrier simulator. Null without one. */
  readonly simulatorUrl: string | null;
}

/** The running services of one process. */
export interface Platform extends Addresses {
  readonly container: Container;
  /** Places no more calls of campaigns. */
  stopDialling(): Promise<void>;
  /** Takes no new work and waits up to `ms` milliseconds for live work to end. */
  drain(ms: number): Promise<void>;
  /** Closes all services, the last started first. */
  close(): Promise<void>;
}

/** Starts the configured services in one process. `prepare` can replace dependencies before they are constructed. */
export async function startPlatform(
  config: Config,
  keys: ResolvedKeys,
  prepare: (container: Container) => Promise<void> = async () => undefined,
): Promise<Platform> {
  const { services } = config;
  const container = await assembleContainer(config, keys);
  await prepare(container);
  const running: RunningService[] = [];
  const traces = await openTraces(config, await resolve(container, 'log'));
  const close = async (): Promise<void> => {
    for (const service of running.toReversed()) await service.close();
    if (services.includes('api')) {
      await (await resolve(container, 'embedders')).close();
      await (await resolve(container, 'vectors')).close();
      await (await resolve(container, 'documents')).close();
    }
    await traces.close();
  };
  // An error here is reported again when the API closes.
  const stopDialling = async (): Promise<void> => {
    if (services.includes('api')) await (await resolve(container, 'campaignEngine')).stop().catch(() => undefined);
  };
  const drain = async (ms: number): Promise<void> => {
    // The runtime would refuse calls that campaigns dial from now on.
    const dialled = stopDialling();
    await drainServices(running.toReversed(), ms, await resolve(container, 'clock'));
    await dialled;
  };
  try {
    return { container, ...(await startServices(container, config, keys, running)), stopDialling, drain, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts the services in order: simulator and gateway, whose addresses providers need, then the API, whose address the
 * runtime needs. Adds each started service to `running`.
 */
async function startServices(
  container: Container,
  config: Config,
  keys: ResolvedKeys,
  running: RunningService[],
): Promise<Addresses> {
  const { api, runtime, services } = config;
  const simulatorUrl = await locateSimulator(container, config, running);
  const gatewayUrl = await locateGateway(container, config, running);
  let apiBaseUrl = runtime.apiBaseUrl ?? '';
  if (services.includes('api')) {
    const { startApi } = await import('./api.ts');
    const started = await startApi(container, config, keys);
    running.push(started);
    apiBaseUrl ||= addressOf(api.host, started.port, api.prefix);
  }
  if (!services.includes('runtime')) return { apiBaseUrl, runtimeUrl: '', gatewayUrl, simulatorUrl };
  container.bind('apiBaseUrl').toConstantValue(apiBaseUrl);
  const { startRuntime } = await import('./runtime.ts');
  const started = await startRuntime(container, config, apiBaseUrl);
  running.push(started);
  const runtimeUrl = addressOf(runtime.host, started.port);
  if (services.includes('api')) (await resolve(container, 'voiceServer')).listensAt(runtimeUrl);
  return { apiBaseUrl, runtimeUrl, gatewayUrl, simulatorUrl };
}

/** Starts the gateway if configured and sets its address for providers. GATEWAY_URL takes precedence. */
async function locateGateway(container: Container, config: Config, running: RunningService[]): Promise<string | null> {
  if (!config.services.includes('gateway')) return null;
  const { startGateway } = await import('./gateway.ts');
  const started = await startGateway(container, config);
  running.push(started);
  const url = addressOf(config.gateway.host, started.port);
  (await resolve(container, 'modelGateway'))?.listensAt(`${url}/v1`);
  return url;
}

/** Starts the simulator if configured and sets its address. SIMULATOR_URL takes precedence. */
async function locateSimulator(
  container: Container,
  config: Config,
  running: RunningService[],
): Promise<string | null> {
  const { services, simulator } = config;
  let own: string | null = null;
  if (services.includes('simulator')) {
    const { startSimulator } = await import('./simulator.ts');
    const started = await startSimulator(container, config);
    running.push(started);
    own = addressOf(simulator.host, started.port);
  }
  const url = simulator.url ?? own;
  container.bind('simulatorUrl').toConstantValue(url);
  return url;
}
