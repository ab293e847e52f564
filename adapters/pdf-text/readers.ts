import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { aside } from '../lib/start-worker.ts';
import type { Order, Outcome, ReadingLimits, Told } from './reader-messages.ts';
import { PATIENCE } from './reader.ts';

/** Has documents read by processes that a nursery starts. The nursery is started with the first, and again after it died. */
export class Readers {
  readonly #limits: ReadingLimits;
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  #nursery: ChildProcess | null = null;
  #orders = 0;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  /** What came of reading the document. When the signal aborts, its reader is ended and the reason thrown. */
  read(pdf: Uint8Array, signal: AbortSignal): Promise<Outcome> {
    const nursery = (this.#nursery ??= this.#start());
    const number = (this.#orders += 1);
    const over = new AbortController();
    return new Promise<Outcome>((resolve, reject) => {
      this.#waiting.set(number, resolve);
      // The nursery never keeps this process alive; whoever waits for it does, longer than it waits for a reader.
      const late = setTimeout(
        () => this.#give(nursery, new Error('No answer in time')),
        2 * PATIENCE * this.#limits.ms,
      );
      over.signal.addEventListener('abort', () => clearTimeout(late));
      const stop = (): void => {
        tell(nursery, { number });
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stop, { signal: over.signal });
      tell(nursery, { number, pdf, limits: this.#limits });
    }).finally(() => {
      over.abort();
      this.#waiting.delete(number);
    });
  }

  /** Ends the nursery, and its readers with it. */
  close(): void {
    if (this.#nursery) this.#give(this.#nursery, new Error('The readers were closed'));
  }

  #start(): ChildProcess {
    const { url, execArgv } = aside('nursery-process', import.meta.url);
    const nursery = fork(fileURLToPath(url), [], {
      execArgv,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const lost = (cause: unknown): void => this.#give(nursery, cause);
    nursery.on('error', lost).on('exit', (code, signal) => lost(new Error(`The nursery ended with ${signal ?? code}`)));
    nursery.on('message', ({ number, outcome }: Told) => this.#waiting.get(number)?.(outcome));
    nursery.unref();
    nursery.channel?.unref();
    return nursery;
  }

  /** Gives the nursery up, and all that was asked of it; the next document gets another. */
  #give(nursery: ChildProcess, lost: unknown): void {
    nursery.kill('SIGKILL');
    if (this.#nursery !== nursery) return;
    this.#nursery = null;
    for (const answer of this.#waiting.values()) answer({ lost });
  }
}

/** That it cannot be sent shows by the end of the nursery. */
function tell(nursery: ChildProcess, order: Order): void {
  nursery.send(order, () => undefined);
}
