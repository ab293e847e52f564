import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { siblingModule } from '../lib/start-worker.ts';
import type { SpawnerRequest, ReadOutcome, ReadingLimits, SpawnerResponse } from './reader-messages.ts';
import { STARVATION_FACTOR } from './reader.ts';

/** Has documents read by processes that a nursery starts. The nursery is started with the first, and again after it died. */
export class ReaderPool {
  readonly #limits: ReadingLimits;
  readonly #pending = new Map<number, (outcome: ReadOutcome) => void>();
  #spawner: ChildProcess | null = null;
  #requests = 0;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  /** What came of reading the document. When the signal aborts, its reader is ended and the reason thrown. */
  read(pdf: Uint8Array, signal: AbortSignal): Promise<ReadOutcome> {
    const spawner = (this.#spawner ??= this.#start());
    const number = (this.#requests += 1);
    const over = new AbortController();
    return new Promise<ReadOutcome>((resolve, reject) => {
      this.#pending.set(number, resolve);
      // The nursery never keeps this process alive; whoever waits for it does, longer than it waits for a reader.
      const timer = setTimeout(
        () => this.#discard(spawner, new Error('No answer in time')),
        2 * STARVATION_FACTOR * this.#limits.ms,
      );
      over.signal.addEventListener('abort', () => clearTimeout(timer));
      const stop = (): void => {
        send(spawner, { number });
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stop, { signal: over.signal });
      send(spawner, { number, pdf, limits: this.#limits });
    }).finally(() => {
      over.abort();
      this.#pending.delete(number);
    });
  }

  /** Ends the nursery, and its readers with it. */
  close(): void {
    if (this.#spawner) this.#discard(this.#spawner, new Error('The readers were closed'));
  }

  #start(): ChildProcess {
    const { url, execArgv } = siblingModule('nursery-process', import.meta.url);
    const spawner = fork(fileURLToPath(url), [], {
      execArgv,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const lost = (cause: unknown): void => this.#discard(spawner, cause);
    spawner.on('error', lost).on('exit', (code, signal) => lost(new Error(`The nursery ended with ${signal ?? code}`)));
    spawner.on('message', ({ number, outcome }: SpawnerResponse) => this.#pending.get(number)?.(outcome));
    spawner.unref();
    spawner.channel?.unref();
    return spawner;
  }

  /** Gives the nursery up, and all that was asked of it; the next document gets another. */
  #discard(spawner: ChildProcess, lost: unknown): void {
    spawner.kill('SIGKILL');
    if (this.#spawner !== spawner) return;
    this.#spawner = null;
    for (const answer of this.#pending.values()) answer({ lost });
  }
}

/** That it cannot be sent shows by the end of the nursery. */
function send(spawner: ChildProcess, request: SpawnerRequest): void {
  spawner.send(request, () => undefined);
}
