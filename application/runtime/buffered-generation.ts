import type { Clock } from '../ports/clock.ts';
import type { GenerationListener } from './generation.ts';

/** Buffers the chunks of a preemptive generation until it is adopted, then forwards them. */
export class BufferedGeneration {
  /** Receives the generation's output in place of the listener. */
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
      // The caller waits only from the adoption on.
      firstChunk: (startedAt) => this.#forward(() => listener.firstChunk(Math.max(startedAt, this.#flushedAt))),
    };
  }

  /** Whether the generation failed before it was adopted. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Adopts the generation: forwards what is buffered, and everything after it directly. */
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
