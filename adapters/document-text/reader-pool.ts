import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { siblingModule } from '../lib/start-worker.ts';
import type { SpawnerRequest, ReadOutcome, ReadingLimits, ReadRequest, SpawnerResponse } from './reader-messages.ts';
import { STARVATION_FACTOR } from './reader.ts';

/** Reads documents in processes forked by a spawner process, which is started on first use and restarted if it dies. */
export class ReaderPool {
  readonly #limits: ReadingLimits;
  readonly #pending = new Map<number, (outcome: ReadOutcome) => void>();
  #spawner: ChildProcess | null = null;
  #requests = 0;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  /** Reads a document. When the signal aborts, ends its reader and throws the reason. */
  read(request: ReadRequest, signal: AbortSignal): Promise<ReadOutcome> {
    const spawner = (this.#spawner ??= this.#start());
    const number = (this.#requests += 1);
    const over = new AbortController();
    return new Promise<ReadOutcome>((resolve, reject) => {
      this.#pending.set(number, resolve);
      // The spawner does not keep this process alive, but pending reads do. The timeout exceeds that of a reader.
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
      send(spawner, { ...request, number, limits: this.#limits });
    }).finally(() => {
      over.abort();
      this.#pending.delete(number);
    });
  }

  /** Ends the spawner and its readers. */
  close(): void {
    if (this.#spawner) this.#discard(this.#spawner, new Error('The readers were closed'));
  }

  #start(): ChildProcess {
    const { url, execArgv } = siblingModule('spawner-process', import.meta.url);
    const spawner = fork(fileURLToPath(url), [], {
      execArgv,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const lost = (cause: unknown): void => this.#discard(spawner, cause);
    spawner.on('error', lost).on('exit', (code, signal) => lost(new Error(`The spawner ended with ${signal ?? code}`)));
    spawner.on('message', ({ number, outcome }: SpawnerResponse) => this.#pending.get(number)?.(outcome));
    spawner.unref();
    spawner.channel?.unref();
    return spawner;
  }

  /** Discards the spawner and fails its pending reads. The next document starts another. */
  #discard(spawner: ChildProcess, lost: unknown): void {
    spawner.kill('SIGKILL');
    if (this.#spawner !== spawner) return;
    this.#spawner = null;
    for (const answer of this.#pending.values()) answer({ lost });
  }
}

/** A failure to send shows when the spawner exits. */
function send(spawner: ChildProcess, request: SpawnerRequest): void {
  spawner.send(request, () => undefined);
}
