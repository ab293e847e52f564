import type { Collection as MongoDocuments, Filter, MongoServerError } from 'mongodb';
import { UniqueViolation, type CollectionDefinition } from '../collection.ts';
import { violated } from './mongo-errors.ts';
import type { StoredDocument } from './mongo-queries.ts';

/** Lock keys for the unique indexes whose values are all given. */
export function uniqueValues<T>({ indexes }: CollectionDefinition<T>, given: object): string[] {
  return indexes.flatMap(({ name, fields, unique = false }) => {
    const values = fields.map((field) => (given as Fields)[field] ?? null);
    return unique && values.every(isPlain) ? [`${name} ${JSON.stringify(values)}`] : [];
  });
}

/**
 * Translates a duplicate-key error of a write of these fields, where `wanted` reads the intended document. Answers the
 * error itself when none of these indexes can have caused it.
 */
export async function uniqueViolation<T>(
  error: MongoServerError,
  { indexes }: CollectionDefinition<T>,
  documents: MongoDocuments<StoredDocument>,
  written: object,
  wanted: () => Promise<Fields>,
): Promise<Error> {
  const index = violated(error, indexes) ?? (await conflict(indexes, documents, written, wanted));
  return index === null ? error : new UniqueViolation(index, { cause: error });
}

/**
 * The unique index that a write violated, for servers that do not report it: the only one touched, or the first in
 * which another document has the values.
 */
async function conflict<T>(
  indexes: CollectionDefinition<T>['indexes'],
  documents: MongoDocuments<StoredDocument>,
  written: object,
  wanted: () => Promise<Fields>,
): Promise<string | null> {
  const touched = indexes.filter(
    ({ unique, fields }) => unique && fields.some((field) => Object.hasOwn(written, field)),
  );
  if (touched.length < 2) return touched[0]?.name ?? null;
  const { _id: own, ...values } = await wanted();
  for (const { name, fields } of touched) {
    if (fields.some((field) => (values[field] ?? null) === null)) continue;
    const same = Object.fromEntries(fields.map((field) => [field, { $eq: values[field] }]));
    if (await documents.findOne({ ...same, _id: { $ne: own } } as Filter<StoredDocument>)) return name;
  }
  return null;
}

type Fields = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
