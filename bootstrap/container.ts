import { Container, type ContainerModule } from 'inversify';
import type { Config } from './config.ts';
import { metricsModule } from './modules/metrics.ts';
import { providersModule } from './modules/providers.ts';
import { objectsModule } from './modules/stores.ts';
import { systemModule } from './modules/system.ts';
import { voiceServerModule } from './modules/voice-server.ts';
import type { ResolvedKeys } from './secrets.ts';

/** Assembles every dependency of the configured services. Each is constructed on first use. */
export async function assembleContainer(config: Config, keys: ResolvedKeys): Promise<Container> {
  const container = new Container();
  container.load(...(await modulesOf(config, keys)));
  return container;
}

/** What containers of the configured services provide. Modules of other services are not imported: start-up is quick. */
export async function modulesOf(config: Config, keys: ResolvedKeys): Promise<ContainerModule[]> {
  const modules = [
    systemModule(config),
    metricsModule(),
    objectsModule(config.stores, config.api, keys),
    providersModule({
      upstreams: config.upstreams,
      dialsPerSecond: config.limits.dialsPerSecond,
      gateway: agentsHaveGateway(config) ? config.gateway : null,
    }),
    voiceServerModule(config.voiceServerBaseUrl, keys.internalApiKey ?? ''),
  ];
  if (config.services.includes('api')) {
    const { apiModules } = await import('./modules/api.ts');
    modules.push(...apiModules(config, keys));
  }
  if (config.services.includes('gateway')) {
    const { gatewayModule } = await import('./modules/gateway.ts');
    modules.push(gatewayModule(config.gateway));
  }
  if (config.services.includes('runtime')) {
    const { runtimeModule } = await import('./modules/runtime.ts');
    modules.push(runtimeModule(config.dataDir, keys.internalApiKey ?? ''));
  }
  return modules;
}

/** Whether a gateway is configured or runs in this process. */
const agentsHaveGateway = ({ gateway, services }: Config): boolean =>
  gateway.url !== null || services.includes('gateway');
