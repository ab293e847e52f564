import type { Container } from 'inversify';
import { createApi } from '../adapters/http/app.ts';
import type { Config } from './config.ts';
import { processMetrics } from './metrics.ts';
import { resolve } from './registry.ts';
import type { RunningService } from './runtime.ts';
import type { SettledKeys } from './secrets.ts';

/** Starts the API. `validateResponses` holds our own answers against the contract; for tests. */
export async function startApi(
  container: Container,
  config: Config,
  keys: SettledKeys,
  validateResponses = false,
): Promise<RunningService> {
  const log = await resolve(container, 'log');
  const api = createApi({
    accounts: await resolve(container, 'accountUseCases'),
    members: await resolve(container, 'memberUseCases'),
    organisations: await resolve(container, 'organisationUseCases'),
    agents: await resolve(container, 'agentUseCases'),
    calls: await resolve(container, 'callUseCases'),
    catalogue: await resolve(container, 'catalogueUseCases'),
    credentials: await resolve(container, 'credentialUseCases'),
    health: await resolve(container, 'database'),
    tokens: await resolve(container, 'tokens'),
    clock: await resolve(container, 'clock'),
    log,
    metrics: processMetrics(),
    internalApiKey: keys.internalApiKey,
    settings: {
      prefix: config.api.prefix,
      rateLimits: config.api.rateLimits,
      ...config.browsers,
      validateResponses,
    },
  });
  const listening = await api.listen(config.api.host, config.api.port);
  log.info('api.listening', { host: config.api.host, port: listening.port });
  return listening;
}
