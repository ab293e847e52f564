import { MongoBulkWriteError, type Collection as MongoDocuments, type Filter } from 'mongodb';
import {
  type Change,
  type Collection,
  type Definition,
  type FieldOf,
  type Page,
  type Sort,
  type Tally,
} from '../collection.ts';
import { fieldName, type Match } from '../match.ts';
import { isDuplicate, violated } from './mongo-errors.ts';
import { growingKeys } from './mongo-keys.ts';
import { grouping, order, question, type Kept } from './mongo-queries.ts';
import { taken, uniqueValues } from './mongo-uniqueness.ts';
import { restored, stored } from './mongo-values.ts';

/**
 * Works on a collection that is prepared, in bounded time; errors come out in our own words. Works that name the same
 * value of a unique index go one after another.
 */
export type Perform = <R>(
  work: (documents: MongoDocuments<Kept>) => Promise<R>,
  values?: readonly string[],
) => Promise<R>;

const BARE = { _id: 0 };

/** So many documents are read at once when all of them are. */
const PAGE = 500;
/** Batch size of a cursor. */
const FEW = 8;

const nextKey = growingKeys();

/** One collection of documents. */
export class MongoCollection<T extends object> implements Collection<T> {
  readonly #definition: Definition<T>;
  readonly #perform: Perform;

  constructor(definition: Definition<T>, perform: Perform) {
    this.#definition = definition;
    this.#perform = perform;
  }

  async insert(document: T): Promise<void> {
    const kept = keptOf(document);
    await this.#perform(
      async (documents) => {
        try {
          await documents.insertOne(kept);
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          if (violated(error, this.#definition.indexes) === null && (await areThere(documents, [kept])) === 1) return;
          throw await taken(error, this.#definition, documents, kept, async () => ({ ...kept }));
        }
      },
      uniqueValues(this.#definition, kept),
    );
  }

  async insertAll(added: readonly T[]): Promise<number> {
    const kept = added.map(keptOf);
    if (kept.length === 0) return 0;
    return this.#perform(async (documents) => {
      try {
        await documents.insertMany(kept, { ordered: false });
        return kept.length;
      } catch (error) {
        if (!isDuplicate(error) || !(error instanceof MongoBulkWriteError)) throw error;
        if ([error.writeErrors].flat().some(({ code }) => code !== error.code)) throw error;
        return areThere(documents, kept);
      }
    });
  }

  async find(match: Match<T>, { sort = {}, limit, offset = 0 }: Page<T> = {}): Promise<T[]> {
    const asked = question(match, this.#definition);
    const page = { ...order(sort, asked), skip: offset, limit: limit ?? 0, projection: BARE };
    if (limit === 0) return [];
    const found = await this.#perform((documents) => documents.find(asked.filter, page).toArray());
    return found.map((document) => restored<T>(document));
  }

  async *each(match: Match<T>, { sort = {}, limit, offset = 0 }: Page<T> = {}): AsyncGenerator<T> {
    if (limit === 0) return;
    const asked = question(match, this.#definition);
    const page = { ...order(sort, asked), skip: offset, limit: limit ?? 0, projection: { _id: 1 } };
    const keys = (await this.#perform((documents) => documents.find(asked.filter, page).toArray())).map(
      ({ _id }) => _id,
    );
    for (let from = 0; from < keys.length; from += FEW) {
      const few = keys.slice(from, from + FEW);
      const found = await this.#perform((documents) => documents.find({ _id: { $in: few } }).toArray());
      const byKey = new Map(found.map(({ _id, ...document }) => [String(_id), document]));
      for (const document of few.flatMap((key) => byKey.get(String(key)) ?? [])) yield restored<T>(document);
    }
  }

  async *all(): AsyncGenerator<T> {
    for (let after: Filter<Kept> = {}; ;) {
      const page = await this.#perform((documents) =>
        documents.find(after, { sort: { _id: 1 }, limit: PAGE }).toArray(),
      );
      for (const { _id, ...document } of page) yield restored<T>(document);
      if (page.length < PAGE) return;
      after = { _id: { $gt: page.at(-1)!._id } };
    }
  }

  async findOne(match: Match<T>, sort: Sort<T> = {}): Promise<T | null> {
    const asked = question(match, this.#definition);
    const options = { ...order(sort, asked), projection: BARE };
    const found = await this.#perform((documents) => documents.findOne(asked.filter, options));
    return found && restored<T>(found);
  }

  async count(match: Match<T>): Promise<number> {
    const { filter } = question(match, this.#definition);
    return this.#perform((documents) => documents.countDocuments(filter));
  }

  async tally<F extends FieldOf<T>>(match: Match<T>, by: readonly F[], sum: FieldOf<T>): Promise<Tally<T, F>[]> {
    const steps = grouping(question(match, this.#definition).filter, by, sum);
    const groups = await this.#perform((documents) =>
      documents.aggregate<{ _id: object; count: number; sum: number }>(steps).toArray(),
    );
    return groups.map((group) => ({ values: restored<Pick<T, F>>(group._id), count: group.count, sum: group.sum }));
  }

  async change(match: Match<T>, changes: Partial<T>, sort: Sort<T> = {}): Promise<T | null> {
    const asked = question(match, this.#definition);
    const ordered = order(sort, asked);
    const fields = settersOf(changes);
    const changed = await this.#perform(
      async (documents) => {
        try {
          const options = { ...ordered, projection: BARE, returnDocument: 'after' } as const;
          return await documents.findOneAndUpdate(asked.filter, { $set: fields }, options);
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          const wanted = async () => ({ ...(await documents.findOne(asked.filter, ordered)), ...fields });
          throw await taken(error, this.#definition, documents, fields, wanted);
        }
      },
      uniqueValues(this.#definition, { ...match, ...fields }),
    );
    return changed && restored<T>(changed);
  }

  async changeAll(changes: readonly Change<T>[]): Promise<number> {
    const updates = changes.map((each) => ({
      updateOne: {
        filter: question(each.match, this.#definition).filter,
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
    const { filter } = question(match, this.#definition);
    return this.#perform(async (documents) => (await documents.deleteMany(filter)).deletedCount);
  }
}

/** How many of them are there, under their own keys: what was sent twice because the first answer was lost is. */
function areThere(documents: MongoDocuments<Kept>, kept: readonly Kept[]): Promise<number> {
  const keys: object = { $in: kept.map(({ _id }) => _id) };
  return documents.countDocuments({ _id: keys });
}

const keptOf = (document: object): Kept => ({ ...stored(document), _id: nextKey() });

function settersOf(changes: object): Readonly<Record<string, unknown>> {
  const fields = stored(changes);
  Object.keys(fields).forEach(fieldName);
  return fields;
}
