import { Container, type ContainerModule } from 'inversify';
import { startApi } from './api.ts';
import { addressOf, type Config } from './config.ts';
import { startGateway } from './gateway.ts';
import { accountsModule } from './modules/accounts.ts';
import { campaignsModule } from './modules/campaigns.ts';
import { controlModule } from './modules/control.ts';
import { gatewayModule } from './modules/gateway.ts';
import { knowledgeModule } from './modules/knowledge.ts';
import { mailModule } from './modules/mail.ts';
import { providersModule } from './modules/providers.ts';
import { runtimeModule } from './modules/runtime.ts';
import { securityModule } from './modules/security.ts';
import { documentsModule, objectsModule, vectorsModule } from './modules/stores.ts';
import { systemModule } from './modules/system.ts';
import { telephonyModule } from './modules/telephony.ts';
import { voiceServerModule } from './modules/voice-server.ts';
import { resolve } from './registry.ts';
import { startRuntime, type RunningService } from './runtime.ts';
import type { SettledKeys } from './secrets.ts';
import { startSimulator } from './simulator.ts';

/** Every service of one process, running. */
export interface Platform {
  readonly container: Container;
  /** The API's address with its prefix; the one it asks when the API runs elsewhere. */
  readonly apiBaseUrl: string;
  readonly runtimeUrl: string;
  /** The model gateway of this process; null where it is none of the services. */
  readonly gatewayUrl: string | null;
  /** The carrier simulator that is registered; null where none is. */
  readonly simulatorUrl: string | null;
  /** Takes no new work and lets the live one end, for so long at most. */
  drain(ms: number): Promise<void>;
  /** Closes everything, the last started first. */
  close(): Promise<void>;
}

/** Starts the configured services in one process. `prepare` may put stand-ins into the container before anything is made. */
export async function startPlatform(
  config: Config,
  keys: SettledKeys,
  prepare: (container: Container) => Promise<void> = async () => undefined,
): Promise<Platform> {
  const { services: wanted } = config;
  const container = assemble(config, keys);
  await prepare(container);
  const running: RunningService[] = [];
  const close = async (): Promise<void> => {
    for (const service of running.toReversed()) await service.close();
    if (!wanted.includes('api')) return;
    await (await resolve(container, 'vectors')).close();
    await (await resolve(container, 'documents')).close();
  };
  const drain = async (ms: number): Promise<void> => {
    for (const service of running.toReversed()) await service.drain(ms);
  };
  try {
    return { container, ...(await startServices(container, config, keys, running)), drain, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts what is wanted: the simulator and the gateway first, whose addresses providers need, then the API, whose address
 * the runtime must know. Whatever runs is added to `running`.
 */
async function startServices(
  container: Container,
  config: Config,
  keys: SettledKeys,
  running: RunningService[],
): Promise<Pick<Platform, 'apiBaseUrl' | 'runtimeUrl' | 'gatewayUrl' | 'simulatorUrl'>> {
  const { api, runtime, services } = config;
  const simulatorUrl = await placeSimulator(container, config, running);
  const gatewayUrl = await placeGateway(container, config, running);
  let apiBaseUrl = runtime.apiBaseUrl ?? '';
  if (services.includes('api')) {
    const started = await startApi(container, config, keys);
    running.push(started);
    apiBaseUrl ||= addressOf(api.host, started.port, api.prefix);
  }
  if (!services.includes('runtime')) return { apiBaseUrl, runtimeUrl: '', gatewayUrl, simulatorUrl };
  container.bind('apiBaseUrl').toConstantValue(apiBaseUrl);
  const started = await startRuntime(container, config, apiBaseUrl);
  running.push(started);
  const runtimeUrl = addressOf(runtime.host, started.port);
  if (services.includes('api')) (await resolve(container, 'voiceServer')).listensAt(runtimeUrl);
  return { apiBaseUrl, runtimeUrl, gatewayUrl, simulatorUrl };
}

/** Starts the gateway when it is one of the services, and has providers know where it is. What the operator says stands. */
async function placeGateway(container: Container, config: Config, running: RunningService[]): Promise<string | null> {
  if (!config.services.includes('gateway')) return null;
  const started = await startGateway(container, config);
  running.push(started);
  const url = addressOf(config.gateway.host, started.port);
  (await resolve(container, 'modelGateway'))?.listensAt(`${url}/v1`);
  return url;
}

/** Finds out where the simulator is, and starts it when it is one of the services. What the operator says stands. */
async function placeSimulator(container: Container, config: Config, running: RunningService[]): Promise<string | null> {
  const { services, simulator } = config;
  let own: string | null = null;
  if (services.includes('simulator')) {
    const started = await startSimulator(container, config);
    running.push(started);
    own = addressOf(simulator.host, started.port);
  }
  const url = simulator.url ?? own;
  container.bind('simulatorUrl').toConstantValue(url);
  return url;
}

/** Everything the services may need; each part is made when it is first asked for. */
function assemble(config: Config, keys: SettledKeys): Container {
  const container = new Container();
  container.load(
    systemModule(config),
    objectsModule(config.stores, config.api, keys),
    providersModule({ ...config.upstreams, gateway: agentsHaveGateway(config) ? config.gateway : null }),
    voiceServerModule(config.voiceServerBaseUrl, keys.internalApiKey ?? ''),
  );
  if (config.services.includes('api')) container.load(...controlModules(config, keys));
  if (config.services.includes('gateway')) container.load(gatewayModule(config.gateway));
  if (config.services.includes('runtime')) container.load(runtimeModule(config.dataDir, keys.internalApiKey ?? ''));
  return container;
}

/** The gateway that the operator names, or the one of this process. */
const agentsHaveGateway = ({ gateway, services }: Config): boolean =>
  gateway.url !== null || services.includes('gateway');

const controlModules = (config: Config, keys: SettledKeys): ContainerModule[] => [
  documentsModule(config.stores),
  vectorsModule(config.stores),
  securityModule(keys, config.tokens),
  mailModule(config.mail),
  telephonyModule(),
  campaignsModule(),
  knowledgeModule(config),
  accountsModule(),
  controlModule(config.limits),
];
