import { Container, type ContainerModule } from 'inversify';
import { startApi } from './api.ts';
import { addressOf, type Config } from './config.ts';
import { controlModule } from './modules/control.ts';
import { mailModule } from './modules/mail.ts';
import { providersModule } from './modules/providers.ts';
import { runtimeModule } from './modules/runtime.ts';
import { securityModule } from './modules/security.ts';
import { documentsModule, objectsModule } from './modules/stores.ts';
import { systemModule } from './modules/system.ts';
import { resolve } from './registry.ts';
import { startRuntime, type RunningService } from './runtime.ts';
import type { SettledKeys } from './secrets.ts';

/** Every service of one process, running. */
export interface Platform {
  readonly container: Container;
  /** The API's address with its prefix; the one it asks when the API runs elsewhere. */
  readonly apiBaseUrl: string;
  readonly runtimeUrl: string;
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
    if (wanted.includes('api')) await (await resolve(container, 'documents')).close();
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

/** Starts what is wanted, the API first: the runtime must know where it listens. Whatever runs is added to `running`. */
async function startServices(
  container: Container,
  config: Config,
  keys: SettledKeys,
  running: RunningService[],
): Promise<Pick<Platform, 'apiBaseUrl' | 'runtimeUrl'>> {
  const { api, runtime, services } = config;
  let apiBaseUrl = runtime.apiBaseUrl ?? '';
  if (services.includes('api')) {
    const started = await startApi(container, config, keys);
    running.push(started);
    apiBaseUrl ||= addressOf(api.host, started.port, api.prefix);
  }
  if (!services.includes('runtime')) return { apiBaseUrl, runtimeUrl: '' };
  container.bind('apiBaseUrl').toConstantValue(apiBaseUrl);
  const started = await startRuntime(container, config, apiBaseUrl);
  running.push(started);
  return { apiBaseUrl, runtimeUrl: addressOf(runtime.host, started.port) };
}

/** Everything the services may need; each part is made when it is first asked for. */
function assemble(config: Config, keys: SettledKeys): Container {
  const container = new Container();
  container.load(systemModule(config), objectsModule(config.stores), providersModule(config.upstreams));
  if (config.services.includes('api')) container.load(...controlModules(config, keys));
  if (config.services.includes('runtime')) container.load(runtimeModule(config.dataDir, keys.internalApiKey ?? ''));
  return container;
}

const controlModules = (config: Config, keys: SettledKeys): ContainerModule[] => [
  documentsModule(config.stores),
  securityModule(keys, config.tokens),
  mailModule(config.mail),
  controlModule(config.limits),
];
