import { eventLoopQueue } from './event-loop-queue.ts';

/** Divides long work: others get the event loop after each piece of this much. */
export class Pace {
  readonly #piece: number;
  #done = 0;

  constructor(piece: number) {
    this.#piece = piece;
  }

  /** Adds what was done since the last call, and whether it is time to call `turn`. */
  isDue(work: number): boolean {
    this.#done += work;
    return this.#done >= this.#piece;
  }

  /** Resolves when the work may continue. */
  async turn(): Promise<void> {
    this.#done = 0;
    await eventLoopQueue.next(this);
  }
}
