import type { Container } from 'inversify';
import { createApi } from '../adapters/http/app.ts';
import { repeating } from '../adapters/schedule/repeating.ts';
import type { Config } from './config.ts';
import { processMetrics } from './metrics.ts';
import { resolve } from './registry.ts';
import type { RunningService } from './runtime.ts';
import type { SettledKeys } from './secrets.ts';

/**
 * How often calls that nobody carries any more are looked after. Whoever carries calls renews them every 15 s: when the
 * API was away, its first round comes after theirs.
 */
const SETTLING = { name: 'calls.settle', everyMs: 5_000, graceMs: 20_000 };

/** Starts the API. `validateResponses` holds our own answers against the contract; for tests. */
export async function startApi(
  container: Container,
  config: Config,
  keys: SettledKeys,
  validateResponses = false,
): Promise<RunningService> {
  const [log, clock, calls] = await Promise.all([
    resolve(container, 'log'),
    resolve(container, 'clock'),
    resolve(container, 'callUseCases'),
  ]);
  const api = createApi({
    accounts: await resolve(container, 'accountUseCases'),
    members: await resolve(container, 'memberUseCases'),
    organisations: await resolve(container, 'organisationUseCases'),
    agents: await resolve(container, 'agentUseCases'),
    phoneNumbers: await resolve(container, 'phoneNumberUseCases'),
    calls,
    catalogue: await resolve(container, 'catalogueUseCases'),
    credentials: await resolve(container, 'credentialUseCases'),
    objects: await resolve(container, 'objects'),
    links: await resolve(container, 'links'),
    health: await resolve(container, 'database'),
    tokens: await resolve(container, 'tokens'),
    clock,
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
  const settling = repeating(SETTLING, () => calls.settle(), { clock, log });
  return {
    ...listening,
    async close() {
      await settling.stop();
      await listening.close();
    },
  };
}
