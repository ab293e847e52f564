import type { Clock } from '../../application/ports/clock.ts';
import { SetUpFailure } from '../lib/set-up-failure.ts';
import type { LegEnd } from './caller-leg.ts';
import type { Measures } from './measures.ts';
import type { SimulatedConversation } from './simulated-call.ts';
import { errorMessage } from '../../domain/errors.ts';
import { pause } from '../../application/with-timeout.ts';

/** Between the end of a call and the next one of the same caller. In milliseconds. */
const REDIAL_MS = 500;
/** Before a caller tries again after a failed call: it doubles from one to the other. In milliseconds. */
const BACKOFF_MS = { first: 1_000, most: 10_000 } as const;

export interface PoolParts {
  readonly clock: Clock;
  readonly measures: Measures;
  /** Sets a call up. */
  readonly open: () => Promise<SimulatedConversation>;
}

/** Callers of whom each has a call at any time: it calls again when its call is over. */
export class CallerPool {
  readonly #parts: PoolParts;
  readonly #open = new Set<SimulatedConversation>();
  readonly #waits = new Set<() => void>();
  #callers: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(parts: PoolParts) {
    this.#parts = parts;
  }

  /** Conversations at this moment. */
  get live(): number {
    return this.#open.size;
  }

  /** Starts this number of callers, spread over some time. */
  start(callers: number, rampMs: number): void {
    const starts = Array.from({ length: callers }, (_, place) => this.#callAgain((place * rampMs) / callers));
    this.#callers = Promise.all(starts);
  }

  /** Hangs up all calls; resolves when they are over, or after some time without those that are not. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    for (const wake of this.#waits) wake();
    for (const call of this.#open) call.hangUp();
    const { clock } = this.#parts;
    await Promise.race([this.#callers, pause(clock, graceMs)]);
  }

  async #callAgain(startMs: number): Promise<void> {
    await this.#wait(startMs);
    let failures = 0;
    while (!this.#isStopped) {
      failures = (await this.#call()) ? 0 : failures + 1;
      const backoffMs = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** (failures - 1));
      await this.#wait(failures === 0 ? REDIAL_MS : backoffMs);
    }
  }

  /** Holds one call. Returns whether it went well. */
  async #call(): Promise<boolean> {
    const { measures, open } = this.#parts;
    measures.count('calls');
    try {
      const call = await open();
      this.#open.add(call);
      if (this.#isStopped) call.hangUp();
      const end = await call.ended;
      this.#open.delete(call);
      return this.#record(end);
    } catch (error) {
      if (this.#isStopped) return false;
      measures.count('calls_failed');
      if (error instanceof SetUpFailure && error.isRefusal) measures.count('calls_refused');
      measures.failed(errorMessage(error));
      return false;
    }
  }

  #record(end: LegEnd): boolean {
    const { measures } = this.#parts;
    if (end.by !== 'failure') {
      measures.count(end.by === 'agent' ? 'calls_ended_by_agent' : 'calls_completed');
      return true;
    }
    measures.count('calls_failed');
    measures.failed(end.cause);
    return false;
  }

  #wait(ms: number): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        cancel();
        this.#waits.delete(wake);
        resolve();
      };
      const cancel = this.#parts.clock.after(ms, wake);
      this.#waits.add(wake);
    });
  }
}
