/**
 * Queue for work that takes milliseconds. Each iteration of the event loop runs one piece, so a short request waits for one
 * piece at most. Round-robin over the keys: a key with many pieces does not delay the others.
 */
export class EventLoopQueue {
  readonly #waiting = new Map<unknown, (() => void)[]>();
  #isTaken = false;

  /** Resolves when this key may run its next piece, at once when nothing else ran in this iteration. */
  async next(key: unknown): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => this.#waitersOf(key).push(resolve));
    this.#isTaken = true;
    setImmediate(() => this.#advance());
  }

  #waitersOf(key: unknown): (() => void)[] {
    const waiters = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, waiters);
    return waiters;
  }

  /** Gives the iteration to the first key, which then queues behind the others. */
  #advance(): void {
    const [first] = this.#waiting;
    this.#isTaken = first !== undefined;
    if (!first) return;
    const [key, waiters] = first;
    const resolve = waiters.shift();
    this.#waiting.delete(key);
    if (waiters.length > 0) this.#waiting.set(key, waiters);
    setImmediate(() => this.#advance());
    resolve?.();
  }
}

/** Of this thread, which has one event loop. */
export const eventLoopQueue = new EventLoopQueue();
