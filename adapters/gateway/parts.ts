import type { GatewayUseCases } from '../../application/gateway/index.ts';
import type { Ids } from '../../application/ports/ids.ts';
import type { Log } from '../../application/ports/log.ts';
import type { Exposition, RequestMeter } from '../lib/request-meter.ts';
import type { KnownHosts } from '../lib/known-hosts.ts';
import type { GatewayMeter } from './meter.ts';
import type { ServerTimeouts } from '../lib/server-timeouts.ts';

/** What the gateway's server is made of. */
export interface GatewayParts {
  readonly gateway: GatewayUseCases;
  /** What `/metrics` shows. */
  readonly metrics: Exposition;
  readonly meter: GatewayMeter;
  /** Hears of every answer. */
  readonly answered: RequestMeter;
  readonly ids: Ids;
  readonly log: Log;
  readonly settings: GatewaySettings;
}

export interface GatewaySettings {
  /** What clients must bring; null: nothing. */
  readonly apiKey: string | null;
  /** The largest form with a recording. */
  readonly audioBytes: number;
  /** A client that takes nothing for so long is given up. */
  readonly timeoutMs: number;
  /** The hosts that are answered for; null: any. */
  readonly hosts: KnownHosts | null;
  /** How long requests are waited for, where it is not as long as usual. */
  readonly timeouts?: ServerTimeouts;
}
