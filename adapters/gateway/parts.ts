import type { GatewayUseCases } from '../../application/gateway/index.ts';
import type { Ids } from '../../application/ports/ids.ts';
import type { Log } from '../../application/ports/log.ts';
import type { Exposition, RequestMeter } from '../lib/request-meter.ts';
import type { KnownHosts } from '../lib/known-hosts.ts';
import type { GatewayMeter } from './meter.ts';
import type { ServerTimeouts } from '../lib/server-timeouts.ts';

/** Dependencies of the gateway server. */
export interface GatewayParts {
  readonly gateway: GatewayUseCases;
  /** The content of `/metrics`. */
  readonly metrics: Exposition;
  readonly meter: GatewayMeter;
  /** Records every answered request. */
  readonly answered: RequestMeter;
  readonly ids: Ids;
  readonly log: Log;
  readonly settings: GatewaySettings;
}

export interface GatewaySettings {
  /** The key clients must send. Null when none is needed. */
  readonly apiKey: string | null;
  /** Most bytes of a form with a recording. */
  readonly audioBytes: number;
  /** Longest wait for a client that reads nothing, in milliseconds. */
  readonly timeoutMs: number;
  /** The accepted hosts. Null accepts any. */
  readonly hosts: KnownHosts | null;
  /** Timeouts of requests, where they differ from the default. */
  readonly timeouts?: ServerTimeouts;
}
