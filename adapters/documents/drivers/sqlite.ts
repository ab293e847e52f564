import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { DomainError, outage } from '../../../domain/errors.ts';
import { ensurePrivateFile } from '../../lib/private-file.ts';
import { checkDatabase, WatchedFile } from '../../lib/sqlite-file.ts';
import { DamagedDatabase, storeFaultOf } from '../../lib/store-faults.ts';
import { UniqueViolation, type Collection, type CollectionDefinition, type DocumentStore } from '../collection.ts';
import { refused } from './refused.ts';
import { Checkpointer, WAL_BYTES_KEPT } from './sqlite-checkpointer.ts';
import { SqliteCollection } from './sqlite-collection.ts';
import { WriteGroup } from './sqlite-group.ts';
import { logFlusher } from './sqlite-flush.ts';
import * as statements from './sqlite-statements.ts';

/** Longest wait inside SQLite, which blocks the event loop. The longer wait happens outside. In milliseconds. */
const BLOCKING_WAIT_MS = 1;
const TIMEOUT_MS = 5_000;
const PAUSE_MAX_MS = 50;
const IN_MEMORY = ':memory:';

/**
 * Documents in one SQLite file, or in memory for `:memory:`. Several processes may open the same file. A damaged file
 * fails with `outage` and a `DamagedDatabase` as its cause. A file damaged while open accepts no more writes.
 */
export async function sqliteEngine(location: string): Promise<DocumentStore> {
  if (location === IN_MEMORY) return memoryEngine(connect(location));
  ensurePrivateFile(location);
  return new SqliteEngine(await retryWhileBusy(() => connectSound(location)), location);
}

/** Documents in this database, which is in memory. */
export const memoryEngine = (database: Database.Database): DocumentStore => new SqliteEngine(database, IN_MEMORY);

class SqliteEngine implements DocumentStore {
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();
  readonly #log: ReturnType<typeof logFlusher>;
  /** Null in memory, where single writes are cheap. */
  readonly #writes: WriteGroup | null;
  readonly #file: WatchedFile | null;
  readonly #checkpointer: Checkpointer | null;
  /** Damage found while the file is open. Further writes would be lost or make it worse. */
  #damage: unknown = null;

  constructor(database: Database.Database, location: string) {
    this.#database = database;
    this.#writes = location === IN_MEMORY ? null : new WriteGroup(database, (attempt) => this.#commit(attempt));
    this.#checkpointer = location === IN_MEMORY ? null : new Checkpointer(database, location);
    this.#log = logFlusher(location);
    this.#file = location === IN_MEMORY ? null : new WatchedFile(location);
  }

  async open<T extends object>(definition: CollectionDefinition<T>): Promise<Collection<T>> {
    const commands = statements.create(definition);
    const create = this.#database.transaction(() => commands.map((command) => this.#database.exec(command)));
    await this.#perform(() => create.immediate());
    return new SqliteCollection(definition, {
      row: (statement) => this.#row(statement),
      rows: (statement) => this.#perform(() => this.#prepare(statement).all(statement.values)),
      run: (statement) => this.#write(() => this.#prepare(statement).run(statement.values).changes),
      remove: (statement) => this.#remove(statement),
      runAll: (all) => this.#write(() => this.#runTogether(all)),
      flush: () => this.#log.flusher.flush(),
    });
  }

  async ping(): Promise<void> {
    await this.#perform(() => this.#database.prepare('SELECT count(*) FROM sqlite_schema').get());
  }

  async close(): Promise<void> {
    await this.#writes?.settled();
    await this.#checkpointer?.close();
    this.#prepared.clear();
    await this.#log.close();
    this.#database.close();
  }

  /** Reads or changes one row. */
  async #row(statement: statements.Statement): Promise<unknown> {
    const row = (): unknown => this.#prepare(statement).get(statement.values);
    const isReading = this.#writes === null || (await this.#perform(() => this.#prepare(statement).readonly));
    return isReading ? this.#perform(row) : this.#write(row);
  }

  async #remove(statement: statements.Statement): Promise<number> {
    const removed = await this.#write(() => this.#prepare(statement).run(statement.values).changes);
    if (removed > 0) this.#checkpointer?.afterRemoval();
    return removed;
  }

  async #write<R>(work: () => R): Promise<R> {
    if (this.#writes === null) return this.#perform(work);
    try {
      this.#requireSound();
      return await this.#writes.write(work);
    } catch (error) {
      if (storeFaultOf(error) === 'damaged') this.#damage ??= error;
      throw toDomainError(error);
    }
  }

  async #commit(attempt: () => void): Promise<void> {
    await this.#perform(attempt);
    this.#checkpointer?.afterCommit();
  }

  #requireSound(): void {
    if (this.#damage !== null) throw toDomainError(this.#damage);
    this.#file?.check();
  }

  /** Runs the statements in one transaction. Counts those that found a row and violated no unique index. */
  #runTogether(all: readonly statements.Statement[]): number {
    const works = (statement: statements.Statement): boolean => {
      try {
        return this.#prepare(statement).get(statement.values) !== undefined;
      } catch (error) {
        if (toDomainError(error) instanceof UniqueViolation) return false;
        throw error;
      }
    };
    return this.#database.transaction(() => all.filter(works).length).immediate();
  }

  #prepare({ sql }: statements.Statement): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const made = this.#database.prepare(sql);
    // Only the first column is needed.
    if (made.reader) made.pluck();
    this.#prepared.set(sql, made);
    return made;
  }

  /** Tries once synchronously, then retries while the database is busy. */
  async #perform<R>(operation: () => R): Promise<R> {
    try {
      return this.#attempt(operation);
    } catch (error) {
      if (!isBusy(error)) throw toDomainError(error);
    }
    return retryWhileBusy(() => this.#attempt(operation));
  }

  #attempt<R>(operation: () => R): R {
    if (!this.#database.open) throw outage('The document store is closed');
    return operation();
  }
}

function connect(location: string): Database.Database {
  const database = new Database(location, { timeout: BLOCKING_WAIT_MS });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    // Overwrites removed content with zeros instead of leaving it in free pages.
    database.pragma('secure_delete = ON');
    database.pragma(`journal_size_limit = ${WAL_BYTES_KEPT}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Connects and checks the content. */
function connectSound(location: string): Database.Database {
  let database: Database.Database | null = null;
  try {
    database = connect(location);
    checkDatabase(database, location);
    return database;
  } catch (error) {
    database?.close();
    if (storeFaultOf(error) !== 'damaged' || error instanceof DamagedDatabase) throw error;
    throw new DamagedDatabase(location, error instanceof Error ? error.message : '', { cause: error });
  }
}

/** Repeats an operation while another process holds the lock, without blocking the event loop. */
async function retryWhileBusy<R>(operation: () => R): Promise<R> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
    try {
      return operation();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw toDomainError(error);
    }
    await delay(pause);
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);

const OUT_OF_ORDER = /^SQLITE_(BUSY|LOCKED|IOERR|READONLY|CANTOPEN|NOMEM|PERM|AUTH|PROTOCOL)/;

function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const fault = storeFaultOf(error);
  if (fault !== null) return outage(`The document store is ${fault}`, { cause: error });
  if (!(error instanceof Database.SqliteError)) return error;
  const index = /^UNIQUE constraint failed: index '(?:[^'.]*\.)+([^'.]+)'$/.exec(error.message)?.[1];
  if (index !== undefined) return new UniqueViolation(index, { cause: error });
  return refused(error, OUT_OF_ORDER.test(error.code));
}
