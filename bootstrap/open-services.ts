import { isIPv4 } from 'node:net';
import type { Log } from '../application/ports/log.ts';
import type { Config } from './config.ts';

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

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
