import type { ClientRateLimitInfo, Store } from 'express-rate-limit';
import type { Clock } from '../../application/ports/clock.ts';

interface Window {
  hits: number;
  /** In the clock's monotonic milliseconds. */
  readonly ends: number;
}

const MOST_KEYS = 20_000;

/** Requests counted by key, in windows that begin with the first. Of too many keys the oldest is forgotten. */
export class BoundedCounts implements Store {
  readonly localKeys = true;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #mostKeys: number;
  /** All windows are equally long, so the first one in the map is the first to end. */
  readonly #windows = new Map<string, Window>();

  constructor(windowMs: number, clock: Clock, mostKeys = MOST_KEYS) {
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#mostKeys = mostKeys;
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts a request. When its window ends stays our secret: the library would hold it against another clock. */
  increment(key: string): ClientRateLimitInfo {
    this.#removeEnded();
    const window = this.#windows.get(key) ?? this.#begin(key);
    window.hits += 1;
    return { totalHits: window.hits, resetTime: undefined };
  }

  /** Requests of a key in its window. */
  hits(key: string): number {
    this.#removeEnded();
    return this.#windows.get(key)?.hits ?? 0;
  }

  /** Whole seconds until the window of a key is over. */
  secondsLeft(key: string): number {
    const { ends } = this.#windows.get(key) ?? { ends: 0 };
    return Math.max(0, Math.ceil((ends - this.#clock.monotonic()) / 1000));
  }

  decrement(key: string): void {
    const window = this.#windows.get(key);
    if (window && window.hits > 0) window.hits -= 1;
  }

  resetKey(key: string): void {
    this.#windows.delete(key);
  }

  #begin(key: string): Window {
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined && this.#windows.size >= this.#mostKeys) this.#windows.delete(oldest);
    const window = { hits: 0, ends: this.#clock.monotonic() + this.#windowMs };
    this.#windows.set(key, window);
    return window;
  }

  #removeEnded(): void {
    const now = this.#clock.monotonic();
    for (const [key, { ends }] of this.#windows) {
      if (ends > now) return;
      this.#windows.delete(key);
    }
  }
}
