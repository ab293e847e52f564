import type { Cancel, Clock } from './ports/clock.ts';
import { EventHeap } from '../domain/campaigns/event-heap.ts';

/** A clock that jumps to its next timer, for work that is to take no time. */
export class VirtualClock implements Clock {
  readonly #epoch: number;
  readonly #timers = new EventHeap();
  readonly #runs = new Map<number, () => void>();
  #elapsed = 0;
  #count = 0;

  constructor(start: Date) {
    this.#epoch = start.getTime();
  }

  now = (): Date => new Date(this.#epoch + this.#elapsed);

  monotonic = (): number => this.#elapsed;

  after = (ms: number, run: () => void): Cancel => {
    const id = (this.#count += 1);
    this.#runs.set(id, run);
    this.#timers.push(this.#elapsed + Math.max(0, ms), id);
    return () => this.#runs.delete(id);
  };

  /** How many timers are waiting. */
  get waiting(): number {
    return this.#runs.size;
  }

  /** When the next timer runs, in elapsed ms. Infinity: there is none. */
  get next(): number {
    while (this.#timers.size > 0 && !this.#runs.has(this.#timers.nextItem)) this.#timers.pop();
    return this.#timers.nextTime;
  }

  /** Jumps to the next timer and runs it. False: there is none. */
  advance(): boolean {
    const at = this.next;
    const id = this.#timers.pop();
    if (id === null) return false;
    const run = this.#runs.get(id);
    this.#runs.delete(id);
    this.#elapsed = Math.max(this.#elapsed, at);
    run?.();
    return true;
  }
}
