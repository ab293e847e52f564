import type { Clock } from '../ports/clock.ts';
import type { GenerationListener } from './thinker-listener.ts';

/** Keeps what is told of an answer until somebody asked for it. From then on it tells it on. */
export class BufferedGeneration {
  /** To be told instead of the listener. */
  readonly listener: GenerationListener;
  readonly #clock: Clock;
  #buffer: (() => void)[] | null = [];
  #flushedAt = 0;
  #hasFailed = false;

  constructor(listener: GenerationListener, clock: Clock) {
    this.#clock = clock;
    this.listener = {
      text: (...args) => this.#forward(() => listener.text(...args)),
      toolCalled: (...args) => this.#forward(() => listener.toolCalled(...args)),
      retrieved: (...args) => this.#forward(() => listener.retrieved(...args)),
      done: (...args) => this.#forward(() => listener.done(...args)),
      failed: (...args) => {
        this.#hasFailed = true;
        this.#forward(() => listener.failed(...args));
      },
      // Nobody waited for it before it was asked for.
      firstChunk: (startedAt) => this.#forward(() => listener.firstChunk(Math.max(startedAt, this.#flushedAt))),
    };
  }

  /** Whether it came to nothing before it was asked for. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** It is asked for now. */
  flush(): void {
    const buffered = this.#buffer ?? [];
    this.#flushedAt = this.#clock.monotonic();
    this.#buffer = null;
    for (const deliver of buffered) deliver();
  }

  #forward(deliver: () => void): void {
    if (this.#buffer) this.#buffer.push(deliver);
    else deliver();
  }
}
