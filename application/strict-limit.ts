import { addToWindow } from '../domain/accounts/limit-count.ts';
import { BoundedMap } from './bounded-map.ts';
import { LimitCountChanges, type LimitPorts } from './limit-count-changes.ts';

/** Most requests of a key in a window, which begins with the first. */
export interface Allowance {
  readonly requests: number;
  readonly windowMs: number;
}

/** Most keys that a process remembers for a limit. */
export const REMEMBERED_MAX = 20_000;

/**
 * Counts requests by key over all processes before they are let through: together they let through no more than the
 * allowance. Requires the store. A key that has used its allowance costs the store nothing until its window ends.
 */
export class StrictLimit {
  readonly #clock: LimitPorts['clock'];
  readonly #changes: LimitCountChanges;
  readonly #kind: string;
  readonly #allowance: Allowance;
  /** When the windows of keys end that have used their allowance, in monotonic ms. */
  readonly #exhausted = new BoundedMap<string, number>(REMEMBERED_MAX);

  constructor(ports: LimitPorts, kind: string, allowance: Allowance) {
    this.#clock = ports.clock;
    this.#changes = new LimitCountChanges(ports);
    this.#kind = kind;
    this.#allowance = allowance;
  }

  /** Seconds until the window of a key ends, rounded up, that this process knows to have used its allowance, or 0. */
  secondsLeft(key: string): number {
    const knownMs = (this.#exhausted.get(key) ?? -Infinity) - this.#clock.monotonic();
    return Math.max(0, Math.ceil(knownMs / 1_000));
  }

  /** Counts a request and answers 0, or the seconds until the window ends, rounded up; then counts nothing. */
  async take(key: string): Promise<number> {
    const known = this.secondsLeft(key);
    if (known > 0) return known;
    const { requests, windowMs } = this.#allowance;
    let [count, leftMs] = [0, 0];
    await this.#changes.make({ kind: this.#kind, key }, (seen, now) => {
      const window = addToWindow(seen, 1, windowMs, now);
      [count, leftMs] = [window.count, window.expires_at - now];
      return count > requests ? seen : window;
    });
    if (count >= requests) this.#exhausted.set(key, this.#clock.monotonic() + leftMs);
    return count > requests ? Math.ceil(leftMs / 1_000) : 0;
  }
}
