import { open, type FileHandle } from 'node:fs/promises';
import { outage } from '../../../domain/errors.ts';

/**
 * Flushes writes to disk, off the event loop. SQLite appends to its log and flushes it only occasionally, which
 * survives a process crash but not a power loss.
 */
export class Flusher {
  readonly #sync: () => Promise<void>;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /** Resolves when all earlier writes are on disk. Calls during a flush share the next one. */
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

/** Flushes the database's write-ahead log. A checkpoint flushes the rest. */
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
      const opened = log;
      if (opened === null) return;
      await flusher.flush().catch(() => undefined);
      await (await opened.catch(() => null))?.close();
    },
  };
}
