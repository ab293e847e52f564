import type { Clock } from '../../application/ports/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** Attempts of one client: in one go, and per second after that. */
const ATTEMPTS = { capacity: 30, perSecond: 30 / 60 };
/** How long a client is exempt after a call that it opened, in ms: it is the carrier, and opens many. */
const EXEMPT_MS = 3_600_000;
/** Most clients tracked. Above it, the least recently seen is dropped. */
const CLIENTS_MAX = 20_000;

interface Client {
  readonly attempts: TokenBucket;
  exemptUntil: number;
  /** Whether it was refused since its last attempt that was let through. */
  isRefused: boolean;
}

/** An attempt that was let through, or why not. `isFirst`: the first refusal in a row, so that the log need not hold all. */
export type StreamAttempt =
  | { readonly admitted: () => void; readonly ended: () => void }
  | { readonly refusal: string; readonly isFirst: boolean };

/**
 * Limits sockets that carriers open without a ticket: one at a time for each call, and attempts by client network until
 * one is admitted. A null network is not limited. Memory is bounded.
 */
export class UnticketedStreams {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #clientsMax: number;
  readonly #calls = new Set<string>();
  /** Least recently seen first. */
  readonly #clients = new Map<string, Client>();

  constructor(clock: Pick<Clock, 'monotonic'>, clientsMax = CLIENTS_MAX) {
    this.#clock = clock;
    this.#clientsMax = clientsMax;
  }

  /** Clients tracked. */
  get size(): number {
    return this.#clients.size;
  }

  /** Begins an attempt to open the media stream of a call. `ended` is called once, when its socket is done. */
  begin(network: string | null, callId: string): StreamAttempt {
    const client = network === null ? null : this.#touch(network);
    const refusal = this.#refusal(client, callId);
    const isFirst = client?.isRefused !== true;
    if (client) client.isRefused = refusal !== null;
    if (refusal !== null) return { refusal, isFirst };
    this.#calls.add(callId);
    return {
      admitted: () => {
        if (client) client.exemptUntil = this.#clock.monotonic() + EXEMPT_MS;
      },
      ended: () => void this.#calls.delete(callId),
    };
  }

  #refusal(client: Client | null, callId: string): string | null {
    if (this.#calls.has(callId)) return 'The media stream of this call is open already';
    if (client === null || this.#clock.monotonic() < client.exemptUntil || client.attempts.take()) return null;
    return 'At most 30 attempts a minute from one address: try again in a minute';
  }

  /** The client, marked as most recently seen. */
  #touch(network: string): Client {
    const known = this.#clients.get(network);
    this.#clients.delete(network);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size >= this.#clientsMax && oldest !== undefined) this.#clients.delete(oldest);
    const attempts = (): TokenBucket => new TokenBucket(ATTEMPTS, this.#clock);
    const client = known ?? { attempts: attempts(), exemptUntil: -Infinity, isRefused: false };
    this.#clients.set(network, client);
    return client;
  }
}
