import type Database from 'better-sqlite3';

interface Write {
  /** Runs synchronously. */
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups the writes of one event-loop tick into one transaction, which costs little more than a single write. Each
 * write has its own result, and a failed one rolls back alone. Results arrive after the commit.
 */
export class WriteGroup {
  readonly #database: Database.Database;
  readonly #begin: (attempt: () => void) => Promise<void>;
  #waiting: Write[] = [];
  #running: Promise<void> = Promise.resolve();

  /** `begin` runs an attempt and repeats it while another process holds the lock. */
  constructor(database: Database.Database, begin: (attempt: () => void) => Promise<void>) {
    this.#database = database;
    this.#begin = begin;
  }

  write<R>(work: () => R): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#next());
    });
  }

  /** Resolves when no write is pending. */
  async settled(): Promise<void> {
    while (this.#waiting.length > 0) await this.write(() => undefined).catch(() => undefined);
    await this.#running;
  }

  /** Runs transactions one after another. */
  #next(): void {
    this.#running = this.#running.then(() => this.#writeAll());
  }

  /** Never rejects: errors go to the individual writes. */
  async #writeAll(): Promise<void> {
    const writes = this.#waiting;
    this.#waiting = [];
    try {
      let answers: (() => void)[] = [];
      await this.#begin(() => (answers = this.#together(writes)));
      for (const answer of answers) answer();
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
  }

  /** Runs the writes and answers functions that settle them. Throws when nothing was written. */
  #together(writes: readonly Write[]): (() => void)[] {
    const perform = this.#database.transaction(() => writes.map((write) => this.#perform(write)));
    return perform.immediate();
  }

  #perform({ work, resolve, reject }: Write): () => void {
    try {
      const result = work();
      return () => resolve(result as never);
    } catch (error) {
      // Some errors roll back the whole transaction.
      if (!this.#database.inTransaction) throw error;
      return () => reject(error);
    }
  }
}
