import { join } from 'node:path';
import type { Container } from 'inversify';
import { filesystemSpool } from '../../adapters/call-spool/filesystem.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { Log } from '../../application/ports/log.ts';
import { addressOf, type Config } from '../config.ts';
import { replace, resolve } from '../dependencies.ts';
import { startPlatform, type Addresses, type Platform } from '../platform.ts';
import type { ResolvedKeys } from '../secrets.ts';
import type { Shutdown } from '../shutdown.ts';
import { workerGroups } from './groups.ts';
import { nameOf } from './messages.ts';
import { Supervisor } from './supervisor.ts';
import type { WorkerChannel } from './worker.ts';

/** Whether any service has more than one worker. */
export const hasWorkers = (config: Config): boolean => workerGroups(config).some(({ workers }) => workers > 1);

/** Closes a platform with its process: first its calls end, then its services. */
export function closeWith(shutdown: Shutdown, platform: Platform, { drainMs }: Config): void {
  shutdown.onClose('platform', () => platform.close());
  shutdown.onClose('calls', () => platform.drain(drainMs));
}

/** Starts the worker processes of all services. Resolves when each of them is ready. */
export async function startSupervisor(
  config: Config,
  keys: ResolvedKeys,
  shutdown: Shutdown,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
): Promise<Addresses> {
  const addresses = addressesIn(config);
  const supervisor = new Supervisor({ groups: workerGroups(config), env: envOf(addresses, keys), log, clock });
  shutdown.onClose('workers', () => supervisor.stop());
  await supervisor.start();
  return addresses;
}

/** Starts the services of one worker, prepared by `prepare`, and reports to the supervisor when they are ready. */
export async function startWorker(
  channel: WorkerChannel,
  config: Config,
  keys: ResolvedKeys,
  shutdown: Shutdown,
  prepare: (container: Container) => Promise<void> = async () => undefined,
): Promise<void> {
  const { slot, platform: all } = channel.place;
  const platform = await startPlatform(config, keys, async (container) => {
    await prepare(container);
    const log = (await resolve(container, 'log')).child({ worker: nameOf(channel.place) });
    await replace(container, { log });
    channel.shareMetrics(await resolve(container, 'metricsRegistry'), await resolve(container, 'clock'));
    if (all.includes('runtime'))
      (await resolve(container, 'voiceServer')).listensAt(addressOf(config.runtime.host, config.runtime.port));
    if (slot > 1 && config.services.includes('runtime'))
      await replace(container, { spool: filesystemSpool(join(config.dataDir, 'spool'), log, slot) });
  });
  closeWith(shutdown, platform, config);
  channel.onStopDialling(() => platform.stopDialling());
  channel.ready();
}

function addressesIn({ services, api, runtime, gateway, simulator }: Config): Addresses {
  return {
    apiBaseUrl: runtime.apiBaseUrl ?? addressOf(api.host, api.port, api.prefix),
    runtimeUrl: services.includes('runtime') ? addressOf(runtime.host, runtime.port) : '',
    gatewayUrl: gateway.url ?? (services.includes('gateway') ? addressOf(gateway.host, gateway.port) : null),
    simulatorUrl: simulator.url ?? (services.includes('simulator') ? addressOf(simulator.host, simulator.port) : null),
  };
}

/** Variables that make the workers one platform: where each service is, and the keys that this process resolved. */
function envOf({ apiBaseUrl, gatewayUrl, simulatorUrl }: Addresses, keys: ResolvedKeys): Record<string, string> {
  const shared = {
    API_BASE_URL: apiBaseUrl,
    GATEWAY_URL: gatewayUrl,
    SIMULATOR_URL: simulatorUrl,
    SECRET_KEY: keys.secretKey,
    INTERNAL_API_KEY: keys.internalApiKey,
    PROVIDER_AUTH_ENCRYPTION_KEY: keys.providerAuthEncryptionKey,
  };
  return Object.fromEntries(Object.entries(shared).filter((entry): entry is [string, string] => entry[1] !== null));
}
