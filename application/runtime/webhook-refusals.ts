import { limited } from '../../domain/errors.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoredCredentials } from '../ports/control-plane.ts';

/** How long a refusal is remembered, in ms. After it, a new agent or a newly stored secret works. */
const REMEMBERED_MS = 2_000;
/** Most refusals, and most agents, that are remembered. The oldest is dropped first. */
const REMEMBERED_MAX = 10_000;
/** Most lookups of unfamiliar agents in REMEMBERED_MS that find none, for one organisation. */
const FRUITLESS_LOOKUPS_MAX = 100;

/** What a webhook was refused for: an agent that has no carrier, or the credentials that its signature did not match. */
export type RefusedFor = 'no agent' | CarrierCredentials;

/** An agent's carrier and its stored credentials, if there are any. */
export interface CarrierCredentials {
  readonly provider: string;
  readonly stored: StoredCredentials | null;
}

/** A name under which nothing is registered, because ids are not empty: all unfamiliar organisations together. */
const UNFAMILIAR = '';

/**
 * Remembers for two seconds why webhooks were refused, so that a flood of forged ones does not ask the API for each.
 * Remembers agents that exist, too: only other ones are limited while a flood invents ids. Memory is bounded.
 */
export class WebhookRefusals {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #refusals = new BoundedMap<string, { readonly why: RefusedFor; readonly until: number }>(REMEMBERED_MAX);
  readonly #agents = new BoundedMap<string, true>(REMEMBERED_MAX);
  readonly #organisations = new BoundedMap<string, true>(REMEMBERED_MAX);
  readonly #lookups = new BoundedMap<string, { count: number; readonly until: number }>(REMEMBERED_MAX);

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Entries in memory. */
  get size(): number {
    return this.#refusals.size + this.#agents.size + this.#organisations.size + this.#lookups.size;
  }

  /** Why webhooks of this agent were refused lately, or null. */
  find(orgId: string, agentId: string): RefusedFor | null {
    const refusal = this.#refusals.get(keyOf(orgId, agentId));
    return refusal && this.#clock.monotonic() < refusal.until ? refusal.why : null;
  }

  add(orgId: string, agentId: string, why: RefusedFor): void {
    this.#refusals.set(keyOf(orgId, agentId), { why, until: this.#clock.monotonic() + REMEMBERED_MS });
  }

  /**
   * Looks an agent up. Throws `limited` instead if too many lookups for its organisation found none and the agent has
   * not been found before. Organisations without a found agent count together.
   */
  async lookUp<T>(orgId: string, agentId: string, read: () => Promise<T | null>): Promise<T | null> {
    const key = keyOf(orgId, agentId);
    const lookups = this.#lookupsOf(this.#organisations.get(orgId) ? orgId : UNFAMILIAR);
    if (lookups.count >= FRUITLESS_LOOKUPS_MAX && !this.#agents.get(key))
      throw limited('Too many webhooks for agents that do not exist: try again in 2 s', {
        retryAfterMs: REMEMBERED_MS,
      });
    let found: T | null | undefined;
    // Counted from the start, so that concurrent lookups are limited too.
    lookups.count += 1;
    try {
      found = await read();
    } finally {
      if (found !== null) lookups.count -= 1;
    }
    if (found === null) return null;
    this.#agents.set(key, true);
    this.#organisations.set(orgId, true);
    return found;
  }

  #lookupsOf(orgId: string): { count: number } {
    const now = this.#clock.monotonic();
    const known = this.#lookups.get(orgId);
    if (known && now < known.until) return known;
    const lookups = { count: 0, until: now + REMEMBERED_MS };
    this.#lookups.set(orgId, lookups);
    return lookups;
  }
}

/** An organisation's id has no NUL: the control plane's ids are plain text. */
const keyOf = (orgId: string, agentId: string): string => `${orgId}\u0000${agentId}`;
