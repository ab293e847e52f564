import { VirtualClock } from '../../virtual-clock.ts';
import { Deferred } from '../../deferred.ts';
import type { Steps } from '../../../domain/steps.ts';
import type { Clock } from '../../ports/clock.ts';

/** The date of every conversation, so that all that depends on it is the same each time: a Monday morning. */
const START = '2026-01-05T10:00:00.000Z';

/** Runs work in slices, between which other work runs. Null: the signal aborted. */
export type InSlices = <T>(steps: Steps<T>, signal: AbortSignal) => Promise<T | null>;

/** What virtual time needs of the real one. */
export interface VirtualTimePorts {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Resolves once everything that waits for nothing outside is done: in the next iteration of the event loop. */
  readonly settled: () => Promise<void>;
}

/**
 * Time that passes only while nothing outside is awaited. What a vendor needs then passes as well, so that the order of
 * events does not depend on what else the machine does.
 */
export class VirtualRun {
  readonly clock = new VirtualClock(new Date(START));
  readonly #real: VirtualTimePorts;
  #outside = 0;
  #changed = new Deferred<void>();

  constructor(real: VirtualTimePorts) {
    this.#real = real;
  }

  /** Resolves after this many ms of virtual time. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.clock.after(ms, resolve));
  }

  /** Awaits work that takes real time, during which no virtual time passes. `ms` passes after it; null: what it took. */
  async outside<T>(work: () => Promise<T>, ms: number | null): Promise<T> {
    const { clock } = this.#real;
    const startedAt = clock.monotonic();
    this.#outside += 1;
    try {
      return await work();
    } finally {
      const tookMs = ms ?? clock.monotonic() - startedAt;
      // Before the count changes: time must not pass in between.
      const passed = tookMs > 0 ? this.pause(tookMs) : null;
      this.#outside -= 1;
      this.#changed.resolve();
      if (passed) await passed;
    }
  }

  /**
   * Lets time pass until the work is done, or the signal aborts: then throws its reason. Throws as well when the work waits
   * for nothing that will come.
   */
  async until<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
    let isDone = false;
    signal?.addEventListener('abort', () => this.#changed.resolve());
    const watched = work.finally(() => (isDone = true));
    watched.catch(() => undefined);
    for (;;) {
      // Everything that needs no time is done first.
      await this.#real.settled();
      if (isDone) return watched;
      signal?.throwIfAborted();
      if (this.#outside > 0) {
        await this.#changed.promise;
        this.#changed = new Deferred();
      } else if (!this.clock.advance()) throw new Error('The conversation waits for nothing that will come');
    }
  }
}
