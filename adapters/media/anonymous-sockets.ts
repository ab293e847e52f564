import type { Clock } from '../../application/ports/clock.ts';
import { attemptsReached, callsReached, type AnonymousLimits } from '../../domain/calls/anonymous-limits.ts';
import { TokenBucket } from './token-bucket.ts';

/** Most attempts in one go, unless twice the calls at once are more. */
const BURST_MIN = 10;
/** Most clients tracked. Above it, the least recently seen client without a call is evicted. */
const CLIENTS_MAX = 20_000;

interface Client {
  readonly attempts: TokenBucket;
  open: number;
  /** Whether it was refused since it was last admitted. */
  isRefused: boolean;
}

/**
 * An admitted attempt, or why it was refused. `release` is called when its socket closes. `isFirst`: the first refusal
 * since the client was admitted, so that the log need not hold every one.
 */
export type SocketAdmission =
  | { readonly release: () => void }
  | { readonly refusal: string; readonly isFirstRefusal: boolean };

/**
 * Counts browser sockets without a ticket by client network, failed ones included, before the API is asked. The API
 * counts their calls over all runtimes. Memory is bounded.
 */
export class AnonymousSockets {
  readonly #limits: AnonymousLimits;
  readonly #clock: Clock;
  readonly #clientsMax: number;
  /** Least recently seen first. */
  readonly #clients = new Map<string, Client>();

  constructor(limits: AnonymousLimits, clock: Clock, clientsMax = CLIENTS_MAX) {
    this.#limits = limits;
    this.#clock = clock;
    this.#clientsMax = clientsMax;
  }

  /** Clients tracked. */
  get size(): number {
    return this.#clients.size;
  }

  /** Counts an attempt of a client. */
  admit(network: string): SocketAdmission {
    const client = this.#touch(network);
    const refusal = this.#refusal(client);
    const isFirstRefusal = !client.isRefused;
    client.isRefused = refusal !== null;
    if (refusal !== null) return { refusal, isFirstRefusal };
    client.open += 1;
    return { release: () => void (client.open -= 1) };
  }

  #refusal({ attempts, open }: Client): string | null {
    if (!attempts.take()) return attemptsReached(this.#limits);
    return open >= this.#limits.atOnce ? callsReached(this.#limits) : null;
  }

  /** The client, marked as most recently seen. */
  #touch(network: string): Client {
    const known = this.#clients.get(network);
    this.#clients.delete(network);
    this.#evict();
    const { atOnce, attemptsPerMinute } = this.#limits;
    const refill = {
      capacity: Math.min(attemptsPerMinute, Math.max(BURST_MIN, 2 * atOnce)),
      perSecond: attemptsPerMinute / 60,
    };
    const client = known ?? { attempts: new TokenBucket(refill, this.#clock), open: 0, isRefused: false };
    this.#clients.set(network, client);
    return client;
  }

  /** Evicts clients without limits in effect, and above the maximum the least recently seen. */
  #evict(): void {
    for (const [network, { open, attempts }] of this.#clients) {
      if (open > 0) continue;
      if (!attempts.isFull && this.#clients.size < this.#clientsMax) return;
      this.#clients.delete(network);
    }
  }
}
