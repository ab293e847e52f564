import type { GatewayUseCases } from '../../application/gateway/index.ts';
import type { Ids } from '../../application/ports/ids.ts';
import type { Log } from '../../application/ports/log.ts';
import type { Load } from '../../domain/gateway/routing.ts';
import type { Registry } from 'prom-client';

/** What the gateway's server is made of. */
export interface GatewayParts {
  readonly gateway: GatewayUseCases;
  /** The model servers as they are now. */
  readonly loads: readonly Load[];
  readonly metrics: Registry;
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
  readonly patienceMs: number;
}
