import type { Clock } from '../../application/ports/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** Limits of one client without a ticket. */
export interface AnonymousLimits {
  /** Concurrent calls. */
  readonly atOnce: number;
  /** Attempts to open a call per minute, failed ones included. A burst may hold ten of them, or twice `atOnce`. */
  readonly attemptsPerMinute: number;
}

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

/** Counts browser sockets without a ticket by client network. Memory is bounded. */
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
    const { atOnce, attemptsPerMinute } = this.#limits;
    if (!attempts.take()) return `At most ${attemptsPerMinute} calls a minute from one address: try again in a minute`;
    if (open >= atOnce) return `At most ${atOnce} calls at once from one address: try again when one has ended`;
    return null;
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
