import { open, type FileHandle } from 'node:fs/promises';
import { outage } from '../../../domain/errors.ts';

/**
 * Has what was written flushed to the disk, off the event loop. SQLite writes to its log and flushes it only now and
 * then, which a crash of the process does not mind and a loss of power does.
 */
export class Flusher {
  readonly #sync: () => Promise<void>;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Resolves when everything is on disk that was written before. Those who ask while a flush runs share the next one. */
  flush(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#running = this.#next ?? this.#running;
        this.#next = null;
        return this.#sync();
      });
    return this.#next;
  }
}

/** Flushes the log of the database in this file, and with it everything written before: a checkpoint flushes the rest. */
export function logFlusher(location: string): { readonly flusher: Flusher; close(): Promise<void> } {
  if (location === ':memory:') return { flusher: new Flusher(async () => undefined), close: async () => undefined };
  let log: Promise<FileHandle> | null = null;
  const flusher = new Flusher(async () => {
    try {
      log ??= open(`${location}-wal`, 'r+');
      await (await log).datasync();
    } catch (cause) {
      log = null;
      throw outage('The document store does not answer', { cause });
    }
  });
  return {
    flusher,
    async close() {
      if (log === null) return;
      await flusher.flush().catch(() => undefined);
      await (await log.catch(() => null))?.close();
    },
  };
}
