import { MongoBulkWriteError, type Collection as MongoDocuments, type Filter } from 'mongodb';
import {
  type DocumentChange,
  type Collection,
  type CollectionDefinition,
  type DocumentField,
  type ListPage,
  type Sort,
  type GroupCount,
} from '../collection.ts';
import { criteria, fieldName, type Match } from '../match.ts';
import { isDuplicate, violated } from './mongo-errors.ts';
import { growingKeys } from './mongo-keys.ts';
import { PointReads } from './mongo-point-reads.ts';
import { grouping, order, toMongoQuery, type StoredDocument } from './mongo-queries.ts';
import { uniqueViolation, uniqueValues } from './mongo-uniqueness.ts';
import { restored, stored } from './mongo-values.ts';

/**
 * Runs an operation on a prepared collection in bounded time and translates errors. Operations with the same unique
 * values run one after another.
 */
export type RunOperation = <R>(
  work: (documents: MongoDocuments<StoredDocument>) => Promise<R>,
  values?: readonly string[],
) => Promise<R>;

const BARE = { _id: 0 };

/** Documents per page when all are read. */
const PAGE = 500;
/** Batch size of a cursor. */
const CURSOR_BATCH = 8;

const nextKey = growingKeys();

export class MongoCollection<T extends object> implements Collection<T> {
  readonly #definition: CollectionDefinition<T>;
  readonly #perform: RunOperation;
  readonly #pointReads: PointReads<T>;

  constructor(definition: CollectionDefinition<T>, perform: RunOperation) {
    this.#definition = definition;
    this.#perform = perform;
    this.#pointReads = new PointReads(definition);
  }

  async insert(document: T): Promise<void> {
    const kept = storedDocumentOf(document);
    await this.#perform(
      async (documents) => {
        try {
          await documents.insertOne(kept);
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          if (violated(error, this.#definition.indexes) === null && (await countPresent(documents, [kept])) === 1)
            return;
          throw await uniqueViolation(error, this.#definition, documents, kept, async () => ({ ...kept }));
        }
      },
      uniqueValues(this.#definition, kept),
    );
  }

  async insertAll(added: readonly T[]): Promise<number> {
    const kept = added.map(storedDocumentOf);
    if (kept.length === 0) return 0;
    return this.#perform(async (documents) => {
      try {
        await documents.insertMany(kept, { ordered: false });
        return kept.length;
      } catch (error) {
        if (!isDuplicate(error) || !(error instanceof MongoBulkWriteError)) throw error;
        if ([error.writeErrors].flat().some(({ code }) => code !== error.code)) throw error;
        return countPresent(documents, kept);
      }
    });
  }

  async find(match: Match<T>, { sort = {}, limit, offset = 0 }: ListPage<T> = {}): Promise<T[]> {
    const query = toMongoQuery(match, this.#definition);
    const page = { ...order(sort, query), skip: offset, limit: limit ?? 0, projection: BARE };
    if (limit === 0) return [];
    const found = await this.#perform((documents) => documents.find(query.filter, page).toArray());
    return found.map((document) => restored<T>(document));
  }

  async *each(match: Match<T>, { sort = {}, limit, offset = 0 }: ListPage<T> = {}): AsyncGenerator<T> {
    if (limit === 0) return;
    const query = toMongoQuery(match, this.#definition);
    const page = { ...order(sort, query), skip: offset, limit: limit ?? 0, projection: { _id: 1 } };
    const keys = (await this.#perform((documents) => documents.find(query.filter, page).toArray())).map(
      ({ _id }) => _id,
    );
    for (let from = 0; from < keys.length; from += CURSOR_BATCH) {
      const batch = keys.slice(from, from + CURSOR_BATCH);
      const found = await this.#perform((documents) => documents.find({ _id: { $in: batch } }).toArray());
      const byKey = new Map(found.map(({ _id, ...document }) => [String(_id), document]));
      for (const document of batch.flatMap((key) => byKey.get(String(key)) ?? [])) yield restored<T>(document);
    }
  }

  async *all(): AsyncGenerator<T> {
    for (let after: Filter<StoredDocument> = {}; ;) {
      const page = await this.#perform((documents) =>
        documents.find(after, { sort: { _id: 1 }, limit: PAGE }).toArray(),
      );
      for (const { _id, ...document } of page) yield restored<T>(document);
      if (page.length < PAGE) return;
      after = { _id: { $gt: page.at(-1)!._id } };
    }
  }

  async findOne(match: Match<T>, sort: Sort<T> = {}): Promise<T | null> {
    const query = toMongoQuery(match, this.#definition);
    const options = { ...order(sort, query), projection: BARE };
    const parts = criteria(match);
    const found = await this.#perform(
      async (documents) => await (this.#pointReads.find(documents, parts) ?? documents.findOne(query.filter, options)),
    );
    return found && restored<T>(found);
  }

  async count(match: Match<T>): Promise<number> {
    const { filter } = toMongoQuery(match, this.#definition);
    return this.#perform((documents) => documents.countDocuments(filter));
  }

  async tally<F extends DocumentField<T>>(
    match: Match<T>,
    by: readonly F[],
    sum: DocumentField<T>,
  ): Promise<GroupCount<T, F>[]> {
    const steps = grouping(toMongoQuery(match, this.#definition).filter, by, sum);
    const groups = await this.#perform((documents) =>
      documents.aggregate<{ _id: object; count: number; sum: number }>(steps).toArray(),
    );
    return groups.map((group) => ({ values: restored<Pick<T, F>>(group._id), count: group.count, sum: group.sum }));
  }

  async change(match: Match<T>, changes: Partial<T>, sort: Sort<T> = {}): Promise<T | null> {
    const query = toMongoQuery(match, this.#definition);
    const ordered = order(sort, query);
    const fields = settersOf(changes);
    const changed = await this.#perform(
      async (documents) => {
        try {
          const options = { ...ordered, projection: BARE, returnDocument: 'after' } as const;
          return await documents.findOneAndUpdate(query.filter, { $set: fields }, options);
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          const wanted = async () => ({ ...(await documents.findOne(query.filter, ordered)), ...fields });
          throw await uniqueViolation(error, this.#definition, documents, fields, wanted);
        }
      },
      uniqueValues(this.#definition, { ...match, ...fields }),
    );
    return changed && restored<T>(changed);
  }

  async changeAll(changes: readonly DocumentChange<T>[]): Promise<number> {
    const updates = changes.map((each) => ({
      updateOne: {
        filter: toMongoQuery(each.match, this.#definition).filter,
        update: { $set: settersOf(each.changes) },
      },
    }));
    if (updates.length === 0) return 0;
    return this.#perform(async (documents) => {
      try {
        return (await documents.bulkWrite(updates, { ordered: false })).matchedCount;
      } catch (error) {
        if (!isDuplicate(error) || !(error instanceof MongoBulkWriteError)) throw error;
        if ([error.writeErrors].flat().some(({ code }) => code !== error.code)) throw error;
        return error.matchedCount;
      }
    });
  }

  async remove(match: Match<T>): Promise<number> {
    const { filter } = toMongoQuery(match, this.#definition);
    return this.#perform(async (documents) => (await documents.deleteMany(filter)).deletedCount);
  }
}

/**
 * Counts the documents stored under their own keys: those of a write that was repeated because its first answer was
 * lost.
 */
function countPresent(documents: MongoDocuments<StoredDocument>, kept: readonly StoredDocument[]): Promise<number> {
  const keys: object = { $in: kept.map(({ _id }) => _id) };
  return documents.countDocuments({ _id: keys });
}

const storedDocumentOf = (document: object): StoredDocument => ({ ...stored(document), _id: nextKey() });

function settersOf(changes: object): Readonly<Record<string, unknown>> {
  const fields = stored(changes);
  Object.keys(fields).forEach(fieldName);
  return fields;
}
