import type Database from 'better-sqlite3';

interface Write {
  /** Performs it, synchronously. */
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Performs writes that come in one turn of the event loop in one transaction, which costs little more than one of them
 * alone. Each has its own result: one that fails undoes itself and no other. None is answered before all are written.
 */
export class WriteGroup {
  readonly #database: Database.Database;
  readonly #begin: (attempt: () => void) => Promise<void>;
  #waiting: Write[] = [];
  #running: Promise<void> = Promise.resolve();

  /** `begin` performs what it is given, again and again while somebody else has the lock. */
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

  /** Resolves when nothing waits to be written. */
  async settled(): Promise<void> {
    while (this.#waiting.length > 0) await this.write(() => undefined).catch(() => undefined);
    await this.#running;
  }

  /** One transaction after the other. */
  #next(): void {
    this.#running = this.#running.then(() => this.#writeAll());
  }

  /** Never rejects: whoever waits is told. */
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

  /** Performs them and answers what tells each of those who wait. Throws when nothing of it was written. */
  #together(writes: readonly Write[]): (() => void)[] {
    const perform = this.#database.transaction(() => writes.map((write) => this.#perform(write)));
    return perform.immediate();
  }

  #perform({ work, resolve, reject }: Write): () => void {
    try {
      const result = work();
      return () => resolve(result as never);
    } catch (error) {
      // Some faults end the transaction, and all that was in it.
      if (!this.#database.inTransaction) throw error;
      return () => reject(error);
    }
  }
}
