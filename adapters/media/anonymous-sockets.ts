import type { Clock } from '../../application/ports/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** What one client without a ticket may have. */
export interface AnonymousLimits {
  /** Calls at once. */
  readonly atOnce: number;
  /** Attempts to open one, also those that fail. All of them may come at once. */
  readonly attemptsPerMinute: number;
}

/** Clients that are remembered. Of more, the one that was seen longest ago and has no call is forgotten. */
const CLIENTS_MAX = 20_000;

interface Client {
  readonly attempts: TokenBucket;
  open: number;
  /** Whether it was refused since it was let in last. */
  isRefused: boolean;
}

/**
 * An attempt that was let in, or why it was not. `release` is called when its socket closes. `isFirst`: the client was let
 * in the last time, so that a log need not tell every attempt.
 */
export type Admission =
  { readonly release: () => void } | { readonly refusal: string; readonly isFirstRefusal: boolean };

/** Counts the browser sockets without a ticket, by the network that they come from. Its memory is bounded. */
export class AnonymousSockets {
  readonly #limits: AnonymousLimits;
  readonly #clock: Clock;
  readonly #clientsMax: number;
  /** Those that were seen longest ago come first. */
  readonly #clients = new Map<string, Client>();

  constructor(limits: AnonymousLimits, clock: Clock, clientsMax = CLIENTS_MAX) {
    this.#limits = limits;
    this.#clock = clock;
    this.#clientsMax = clientsMax;
  }

  /** How many clients are remembered. */
  get size(): number {
    return this.#clients.size;
  }

  /** Counts an attempt of a client. */
  admit(network: string): Admission {
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

  /** The client, as the one that was seen last. */
  #touch(network: string): Client {
    const known = this.#clients.get(network);
    this.#clients.delete(network);
    this.#evict();
    const { attemptsPerMinute } = this.#limits;
    const refill = { capacity: attemptsPerMinute, perSecond: attemptsPerMinute / 60 };
    const client = known ?? { attempts: new TokenBucket(refill, this.#clock), open: 0, isRefused: false };
    this.#clients.set(network, client);
    return client;
  }

  /** Forgets whom nothing holds back any more, and of too many clients the one that was seen longest ago. */
  #evict(): void {
    for (const [network, { open, attempts }] of this.#clients) {
      if (open > 0) continue;
      if (!attempts.isFull && this.#clients.size < this.#clientsMax) return;
      this.#clients.delete(network);
    }
  }
}
