import type { Log } from '../application/ports/log.ts';
import type { Config } from './config.ts';
import { isLoopback } from '../adapters/lib/public-address.ts';

/**
 * Warns when other machines reach a service that needs no credentials: the gateway without GATEWAY_API_KEY, and the
 * simulator. It only warns because private networks such as that of compose.yaml are a valid use.
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

/** Logs whether browser calls need a ticket and which setting decided it. */
export function logWebCalls({ services, runtime }: Config, log: Pick<Log, 'info' | 'warn'>): void {
  if (!services.includes('runtime')) return;
  const { host, webCalls: web_calls, webCallsBy: decided_by } = runtime;
  if (web_calls === 'ticket' || isLoopback(host)) return log.info('runtime.web_calls', { web_calls, decided_by });
  const advice =
    'Set WEB_CALLS=ticket: everyone who reaches this address talks to agents at the cost of their organisation';
  log.warn('runtime.web_calls', { web_calls, decided_by, host, advice });
}
