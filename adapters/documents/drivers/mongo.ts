import { setTimeout as delay } from 'node:timers/promises';
import { MongoServerError, type Collection as MongoDocuments, type Db, type IndexDescription } from 'mongodb';
import type { Log } from '../../../application/ports/log.ts';
import { DomainError, outage } from '../../../domain/errors.ts';
import { rejectAfter } from '../../lib/timeout.ts';
import type { Collection, CollectionDefinition, DocumentStore } from '../collection.ts';
import { fieldName } from '../match.ts';
import { MongoCollection } from './mongo-collection.ts';
import { MongoConnection } from './mongo-connection.ts';
import { isWriteConflict, toDomainError, safeMessageOf } from './mongo-errors.ts';
import { formerNames } from './index-names.ts';
import { description, type StoredDocument } from './mongo-queries.ts';
import { retryContention } from './mongo-retry.ts';
import { KeyedLock } from './keyed-lock.ts';

/** Longest operation, including retries. In milliseconds. */
const TIMEOUT_MS = 4_000;
/**
 * Longest wait for the lock, in milliseconds: enough when two processes collide, and short enough to be served after a
 * hung operation.
 */
const LOCK_WAIT_MS = 2_500;
const FIRST_PAUSE_MS = 250;
const PAUSE_MAX_MS = 5_000;
const INDEX_TRIES = 4;
const INDEX_PAUSE_MS = 100;

/**
 * Documents in MongoDB. The server may be unreachable at the start and later: operations then fail with `outage`. Reads
 * see every confirmed write, also of other processes.
 */
export async function mongoEngine(url: string, log: Log): Promise<DocumentStore> {
  return new MongoEngine(new MongoConnection(url), log);
}

class MongoEngine implements DocumentStore {
  readonly #connection: MongoConnection;
  readonly #log: Log;
  readonly #closing = new AbortController();
  /**
   * On PostgreSQL-backed servers writes of the same unique value wait for each other. This lock keeps those of one
   * process apart.
   */
  readonly #lock = new KeyedLock(LOCK_WAIT_MS);
  /** Preparations pending until the server is reachable. */
  readonly #unprepared = new Set<Preparation>();

  constructor(connection: MongoConnection, log: Log) {
    this.#connection = connection;
    this.#log = log;
  }

  async open<T extends object>(definition: CollectionDefinition<T>): Promise<Collection<T>> {
    const name = fieldName(definition.name);
    const preparation = preparing(() =>
      this.#perform(async () => {
        const documents = (await this.#connection.database()).collection(name);
        if (definition.indexes.length > 0) await this.#index(documents, definition.indexes.map(description));
        await removeIndexes(documents, formerNames(definition));
      }),
    );
    await this.#prepare(preparation);
    const documentsOf = memoizedLast((database: Db): MongoDocuments<StoredDocument> => database.collection(name));
    return new MongoCollection(definition, (work, values = []) =>
      this.#perform(
        async () => {
          await preparation();
          return work(documentsOf(await this.#connection.database()));
        },
        values.map((value) => `${name} ${value}`),
      ),
    );
  }

  async ping(): Promise<void> {
    await this.#perform(async () => (await this.#connection.database()).command({ ping: 1 }));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connection.close();
  }

  /** Creates the indexes. Repeating it changes nothing, so a refusal is retried. */
  async #index(documents: MongoDocuments, indexes: IndexDescription[]): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        return void (await documents.createIndexes(indexes));
      } catch (error) {
        if (tries === INDEX_TRIES || !(error instanceof MongoServerError) || isWriteConflict(error)) throw error;
        this.#log.warn('documents.index_refused', {
          collection: documents.collectionName,
          reason: safeMessageOf(error),
        });
        await delay(INDEX_PAUSE_MS * tries);
      }
  }

  /** Prepares it now or, when the server is unreachable, once it is back. */
  async #prepare(preparation: Preparation): Promise<void> {
    const isAway = this.#unprepared.size > 0;
    try {
      if (!isAway) return await preparation();
    } catch (error) {
      if (!isOutage(error) || this.#closing.signal.aborted) throw error;
      if (this.#unprepared.size === 0) void this.#prepareUntilDone(error);
    }
    this.#unprepared.add(preparation);
  }

  /** Retries with growing pauses until everything is prepared. */
  async #prepareUntilDone(first: unknown): Promise<void> {
    this.#log.warn('documents.away', { reason: reasonOf(first) });
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
      const isOver = await delay(pause, false, { signal: this.#closing.signal }).catch(() => true);
      if (isOver) return;
      try {
        for (const preparation of this.#unprepared) {
          await preparation();
          this.#unprepared.delete(preparation);
        }
        return this.#log.info('documents.back');
      } catch (error) {
        this.#log.warn('documents.still_away', { reason: reasonOf(error) });
      }
    }
  }

  async #perform<R>(work: () => Promise<R>, values: readonly string[] = []): Promise<R> {
    if (this.#closing.signal.aborted) throw outage('The document store is closed');
    const timeout = new AbortController();
    const running = this.#lock.run(values, () => retryContention(work, timeout.signal));
    try {
      return await rejectAfter(TIMEOUT_MS, running, () => outage('The document store did not answer in time'));
    } catch (error) {
      throw toDomainError(error);
    } finally {
      timeout.abort();
    }
  }
}

/** Removes those of these indexes that exist. Another process may do the same at once. */
async function removeIndexes(documents: MongoDocuments, names: readonly string[]): Promise<void> {
  const stored = async () => new Set((await documents.indexes()).map(({ name }) => name));
  const found = names.length === 0 ? new Set() : await stored();
  for (const name of names.filter((each) => found.has(each)))
    await documents.dropIndex(name).catch(async (error: unknown) => {
      if ((await stored()).has(name)) throw error;
    });
}

/** Prepares once, however often it is called. Retries after a failure. */
type Preparation = () => Promise<void>;

function preparing(prepare: () => Promise<void>): Preparation {
  let running: Promise<void> | undefined;
  return () =>
    (running ??= prepare().catch((error: unknown) => {
      running = undefined;
      throw error;
    }));
}

/** Caches the last result by its argument. */
function memoizedLast<A extends object, B>(make: (from: A) => B): (from: A) => B {
  let last: { readonly from: A; readonly made: B } | undefined;
  return (from) => (last?.from === from ? last : (last = { from, made: make(from) })).made;
}

const isOutage = (error: unknown): error is DomainError => error instanceof DomainError && error.problem === 'outage';

const reasonOf = (error: unknown): string => {
  const reason = error instanceof Error ? (error.cause ?? error) : error;
  return reason instanceof Error ? reason.message : 'unknown';
};
