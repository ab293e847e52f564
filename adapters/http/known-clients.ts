import { BoundedMap } from '../../application/bounded-map.ts';
import { LimitCountChanges, type LimitPorts } from '../../application/limit-count-changes.ts';
import type { LimitKey } from '../../application/ports/limit-counts.ts';
import { unexpired } from '../../domain/accounts/limit-count.ts';

const DAY_MS = 86_400_000;
/** How long a client is known after its last login, to a day. */
const KNOWN_MS = 30 * DAY_MS;
/** Most clients that a process remembers. */
const REMEMBERED_MAX = 20_000;

/** Clients that logged in to an account, over all processes. */
export class KnownClients {
  readonly #ports: LimitPorts;
  readonly #changes: LimitCountChanges;
  /** Until when, in monotonic ms. */
  readonly #remembered = new BoundedMap<string, number>(REMEMBERED_MAX);

  constructor(ports: LimitPorts) {
    this.#ports = ports;
    this.#changes = new LimitCountChanges(ports);
  }

  async has(client: string): Promise<boolean> {
    const { limitCounts, clock } = this.#ports;
    if (clock.monotonic() < (this.#remembered.get(client) ?? -Infinity)) return true;
    const isKnown = unexpired(await limitCounts.find(keyOf(client)), clock.now().getTime()) !== null;
    if (isKnown) this.#remember(client);
    return isKnown;
  }

  async add(client: string): Promise<void> {
    this.#remember(client);
    await this.#changes.make(keyOf(client), (seen, now) =>
      seen !== null && seen.expires_at - now > KNOWN_MS - DAY_MS
        ? seen
        : { count: 1, not_before: 0, expires_at: now + KNOWN_MS },
    );
  }

  #remember(client: string): void {
    this.#remembered.set(client, this.#ports.clock.monotonic() + DAY_MS);
  }
}

const keyOf = (client: string): LimitKey => ({ kind: 'known', key: client });
