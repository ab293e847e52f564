import type { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { startWorker } from '../../lib/start-worker.ts';

/** Length to which the file of a log is cut when the next one begins, in bytes. By the connection that begins it. */
export const WAL_BYTES_KEPT = 64 * 1024 * 1024;
/** Pages in the log from which it is copied: 16 MiB. */
const PAGES = 4_000;
/** From here on the writing connection copies it as well, should the thread not keep up. */
const PAGES_MAX = 4 * PAGES;
/** How long removed documents may stay in the log, in ms. Emptying the log costs a flush, so removals share one. */
const TRUNCATE_AFTER_MS = 10 * 60_000;

/**
 * Copies the write-ahead log into the database in a thread: the flushes to disk take up to 100 ms, in which the event
 * loop would stand still. The thread starts when the log is long for the first time, or when a removal is in it: the log
 * keeps what documents were, so it is emptied some minutes after a removal.
 */
export class Checkpointer {
  readonly #database: Database.Database;
  readonly #location: string;
  #worker: Worker | null = null;
  #isRunning = false;
  readonly #truncateAfterMs: number;
  #truncation: NodeJS.Timeout | null = null;

  constructor(database: Database.Database, location: string, truncateAfterMs = TRUNCATE_AFTER_MS) {
    this.#database = database;
    this.#location = location;
    this.#truncateAfterMs = truncateAfterMs;
    database.pragma(`wal_autocheckpoint = ${PAGES_MAX}`);
  }

  /** Starts a checkpoint when the log is long. Call after each commit: it takes some microseconds. */
  afterCommit(): void {
    if (this.#isRunning || this.#waitingPages() < PAGES) return;
    this.#isRunning = true;
    (this.#worker ??= this.#start()).postMessage('copy', []);
  }

  /** Empties the log later, together with that of other removals. Repeats it while others use the database. */
  afterRemoval(): void {
    this.#truncation ??= setTimeout(() => {
      this.#truncation = null;
      (this.#worker ??= this.#start()).postMessage('truncate', []);
    }, this.#truncateAfterMs).unref();
  }

  #waitingPages(): number {
    try {
      const [state] = this.#database.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
      return state ? state.log - state.checkpointed : 0;
    } catch {
      // What was committed stays so. Whatever is wrong shows at the next read or write.
      return 0;
    }
  }

  /** Ends the thread, after a checkpoint in progress. */
  async close(): Promise<void> {
    if (this.#truncation !== null) clearTimeout(this.#truncation);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = startWorker('checkpoint', import.meta.url, this.#location);
    worker.on('message', (result: 'copied' | 'truncated' | 'busy') => {
      if (result === 'copied') this.#isRunning = false;
      if (result === 'busy') this.afterRemoval();
    });
    // The next long log starts another thread.
    worker
      .on('error', () => undefined)
      .once('exit', () => {
        this.#worker = null;
        this.#isRunning = false;
      });
    worker.unref();
    return worker;
  }
}
