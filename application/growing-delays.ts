import { countFailure, msUntilAttempt, takeFailureBack, type DelayRule } from '../domain/accounts/limit-count.ts';
import { BoundedMap } from './bounded-map.ts';
import { LimitCountChanges, type LimitPorts } from './limit-count-changes.ts';
import { REMEMBERED_MAX } from './strict-limit.ts';

/** How long a refused key is refused again without reading the store, in ms. Another process may reset its failures. */
const REMEMBERED_MS = 1_000;

/** A refused key, in monotonic ms. */
interface Refusal {
  readonly notBefore: number;
  readonly rememberedUntil: number;
}

/**
 * Counts failures by key over all processes, and delays the next attempt exponentially. An attempt counts as a failure
 * until it is taken back, so that concurrent attempts do not share one delay. Requires the store.
 */
export class GrowingDelays {
  readonly #clock: LimitPorts['clock'];
  readonly #changes: LimitCountChanges;
  readonly #kind: string;
  readonly #rule: DelayRule;
  readonly #refused = new BoundedMap<string, Refusal>(REMEMBERED_MAX);

  constructor(ports: LimitPorts, kind: string, rule: DelayRule) {
    this.#clock = ports.clock;
    this.#changes = new LimitCountChanges(ports);
    this.#kind = kind;
    this.#rule = rule;
  }

  /** Counts an attempt as failed and answers 0, or the seconds until it is allowed, rounded up; then counts nothing. */
  async attempt(key: string): Promise<number> {
    const refusal = this.#refused.get(key);
    const startedAt = this.#clock.monotonic();
    if (refusal && startedAt < refusal.rememberedUntil) return Math.ceil((refusal.notBefore - startedAt) / 1_000);
    let waitMs = 0;
    await this.#changes.make({ kind: this.#kind, key }, (seen, now) => {
      waitMs = msUntilAttempt(seen, this.#rule, now);
      return waitMs > 0 ? seen : countFailure(seen, this.#rule, now);
    });
    const now = this.#clock.monotonic();
    if (waitMs > 0)
      this.#refused.set(key, { notBefore: now + waitMs, rememberedUntil: now + Math.min(waitMs, REMEMBERED_MS) });
    return Math.ceil(waitMs / 1_000);
  }

  /** Removes a failure that was counted in advance. */
  takeBack(key: string): Promise<void> {
    this.#refused.delete(key);
    return this.#changes.make({ kind: this.#kind, key }, takeFailureBack);
  }

  /** Removes all failures of a key. */
  reset(key: string): Promise<void> {
    this.#refused.delete(key);
    return this.#changes.make({ kind: this.#kind, key }, () => null);
  }
}
