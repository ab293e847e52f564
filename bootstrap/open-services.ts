import type { Log } from '../application/ports/log.ts';
import type { Config } from './config.ts';
import { isLoopback } from './loopback.ts';

/**
 * Warns when other machines reach a service that serves them without a credential: the gateway without GATEWAY_API_KEY,
 * and the simulator always. A private network, such as that of compose.yaml, is a good reason; so this is no refusal.
 */
export function warnOfOpenServices({ services, gateway, simulator }: Config, log: Pick<Log, 'warn'>): void {
  if (services.includes('gateway') && !isLoopback(gateway.host) && gateway.apiKey === null)
    log.warn('gateway.open', {
      host: gateway.host,
      advice: 'Set GATEWAY_API_KEY: everyone who reaches this address uses the models behind the gateway',
    });
  if (services.includes('simulator') && !isLoopback(simulator.host))
    log.warn('simulator.open', {
      host: simulator.host,
      advice: 'Unset SIMULATOR_HOST: everyone who reaches this address reads and places simulated calls',
    });
}

/** Says whether browsers need a ticket to call, and which setting decided that. */
export function logWebCalls({ services, runtime }: Config, log: Pick<Log, 'info' | 'warn'>): void {
  if (!services.includes('runtime')) return;
  const { host, webCalls: web_calls, webCallsBy: decided_by } = runtime;
  if (web_calls === 'ticket' || isLoopback(host)) return log.info('runtime.web_calls', { web_calls, decided_by });
  const advice =
    'Set WEB_CALLS=ticket: everyone who reaches this address talks to agents at the cost of their organisation';
  log.warn('runtime.web_calls', { web_calls, decided_by, host, advice });
}
