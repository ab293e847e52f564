import { rejectAfter } from '../../lib/timeout.ts';

/**
 * Serialises work on the same keys in arrival order. Work on other keys runs at once. Work with several keys starts
 * when all are free, so there is no deadlock. The lock is best effort: after `maxWaitMs` work starts anyway.
 */
export class KeyedLock {
  /** The last work queued for each key, until it ends. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #maxWaitMs: number;

  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs;
  }

  /** Keys that are in use or waited for. */
  get size(): number {
    return this.#last.size;
  }

  /** Runs the work when its keys are free or the longest wait has passed. */
  async run<R>(keys: readonly string[], work: () => Promise<R>): Promise<R> {
    const before = keys.flatMap((key) => this.#last.get(key) ?? []);
    const result = before.length === 0 ? work() : this.#waitFor(before).then(work);
    const release = (): void => {
      for (const key of keys) if (this.#last.get(key) === done) this.#last.delete(key);
    };
    const done = result.then(release, release);
    for (const key of keys) this.#last.set(key, done);
    return result;
  }

  async #waitFor(before: readonly Promise<void>[]): Promise<void> {
    await rejectAfter(this.#maxWaitMs, Promise.all(before)).catch(() => undefined);
  }
}
