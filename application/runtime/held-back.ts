import type { Clock } from '../ports/clock.ts';
import type { ThinkerListener } from './thinker-listener.ts';

/** Keeps what is told of an answer until somebody asked for it. From then on it tells it on. */
export class HeldBack {
  /** To be told instead of the listener. */
  readonly listener: ThinkerListener;
  readonly #clock: Clock;
  #kept: (() => void)[] | null = [];
  #letOutAt = 0;
  #hasFailed = false;

  constructor(listener: ThinkerListener, clock: Clock) {
    this.#clock = clock;
    this.listener = {
      thought: (...told) => this.#tell(() => listener.thought(...told)),
      toolCalled: (...told) => this.#tell(() => listener.toolCalled(...told)),
      lookedUp: (...told) => this.#tell(() => listener.lookedUp(...told)),
      done: (...told) => this.#tell(() => listener.done(...told)),
      failed: (...told) => {
        this.#hasFailed = true;
        this.#tell(() => listener.failed(...told));
      },
      // Nobody waited for it before it was asked for.
      firstThought: (startedAt) => this.#tell(() => listener.firstThought(Math.max(startedAt, this.#letOutAt))),
    };
  }

  /** Whether it came to nothing before it was asked for. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** It is asked for now. */
  letOut(): void {
    const kept = this.#kept ?? [];
    this.#letOutAt = this.#clock.monotonic();
    this.#kept = null;
    for (const tell of kept) tell();
  }

  #tell(tell: () => void): void {
    if (this.#kept) this.#kept.push(tell);
    else tell();
  }
}
