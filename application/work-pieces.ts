import type { Clock } from './ports/clock.ts';
import type { EventLoop } from './ports/event-loop.ts';

/** Longest piece, in ms. */
const PIECE_MS = 5;
/** Most pauses offered in one piece, where the clock stands still. */
const OFFERS_MAX = 50;

/** Divides long work into pieces of a few milliseconds, between which others run. */
export class WorkPieces {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #eventLoop: EventLoop;
  #since: number;
  #offers = 0;

  constructor({ clock, eventLoop }: { readonly clock: Pick<Clock, 'monotonic'>; readonly eventLoop: EventLoop }) {
    this.#clock = clock;
    this.#eventLoop = eventLoop;
    this.#since = clock.monotonic();
  }

  /** Whether a piece is over: `pause` then. */
  get isOver(): boolean {
    this.#offers += 1;
    return this.#offers >= OFFERS_MAX || this.#clock.monotonic() - this.#since >= PIECE_MS;
  }

  /** Lets others run, and begins the next piece. */
  async pause(): Promise<void> {
    await this.#eventLoop.next(this);
    this.#offers = 0;
    this.#since = this.#clock.monotonic();
  }
}
