import { Container, type ContainerModule } from 'inversify';
import { startApi } from './api.ts';
import { addressOf, type Config } from './config.ts';
import { controlModule } from './modules/control.ts';
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
  const { api, runtime, services: wanted } = config;
  const container = new Container();
  await container.load(systemModule(config), objectsModule(config.stores), providersModule());
  if (wanted.includes('api')) await container.load(...controlModules(config, keys));
  if (wanted.includes('runtime')) await container.load(runtimeModule(config.dataDir, keys.internalApiKey ?? ''));
  await prepare(container);
  const services: RunningService[] = [];
  let apiBaseUrl = runtime.apiBaseUrl ?? '';
  let runtimeUrl = '';
  try {
    if (wanted.includes('api')) {
      const started = await startApi(container, config, keys);
      services.push(started);
      apiBaseUrl ||= addressOf(api.host, started.port, api.prefix);
    }
    if (wanted.includes('runtime')) {
      container.bind('apiBaseUrl').toConstantValue(apiBaseUrl);
      const started = await startRuntime(container, config, apiBaseUrl);
      services.push(started);
      runtimeUrl = addressOf(runtime.host, started.port);
    }
  } catch (error) {
    for (const service of services.toReversed()) await service.close();
    throw error;
  }
  return {
    container,
    apiBaseUrl,
    runtimeUrl,
    async drain(ms) {
      for (const service of services.toReversed()) await service.drain(ms);
    },
    async close() {
      for (const service of services.toReversed()) await service.close();
      if (wanted.includes('api')) await (await resolve(container, 'documents')).close();
    },
  };
}

const controlModules = (config: Config, keys: SettledKeys): ContainerModule[] => [
  documentsModule(config.stores),
  securityModule(keys.secretKey, config.tokens),
  controlModule(config.limits),
];
