import type { Filter, IndexDescription, Sort as MongoSort } from 'mongodb';
import type { CollectionDefinition, Index, Sort } from '../collection.ts';
import { criteria, fieldName, type Criterion } from '../match.ts';
import { storedValue } from './mongo-values.ts';
import { matchesAtMostOne } from './unique-match.ts';

/** What is kept of a document, under a key of our own. */
export interface StoredDocument {
  readonly _id: unknown;
}

/** Whatever is not null. A partial index is used for queries that say of its fields what it says itself. */
const PRESENT = { $type: ['string', 'number', 'bool', 'object'] };

/** An index as the server is told of it. The key at the end lets equals follow insertion without sorting. */
export const description = <T>({ name, fields, unique = false, sparse = false }: Index<T>): IndexDescription => ({
  name: fieldName(name),
  key: { ...Object.fromEntries(fields.map((field) => [fieldName(field), 1])), ...(!unique && { _id: 1 }) },
  ...(unique && { unique }),
  ...(sparse && { partialFilterExpression: Object.fromEntries(fields.map((field) => [field, PRESENT])) }),
});

/** Which documents are meant, and whether a unique index allows one at most. */
export interface MongoQuery {
  readonly filter: Filter<StoredDocument>;
  readonly isSingle: boolean;
}

/** A match in the server's words. Values stand behind operators, so that none of them can be one. */
export function toMongoQuery<T>(match: object, { indexes }: CollectionDefinition<T>): MongoQuery {
  const parts = criteria(match);
  const filter: Record<string, Record<string, unknown>> = {};
  for (const part of parts) Object.assign((filter[part.field] ??= {}), condition(part));
  const given = new Set(parts.filter(isGiven).map(({ field }) => field));
  for (const { fields, sparse } of indexes)
    if (sparse && fields.every((field) => given.has(field)))
      for (const field of fields) Object.assign(filter[field]!, PRESENT);
  return { filter, isSingle: matchesAtMostOne(parts, indexes) };
}

/** The order of a sort, in which equals follow insertion. One document needs none. */
export function order<T>(sort: Sort<T>, query: MongoQuery): { sort?: MongoSort } {
  const keys = Object.entries(sort).map(([name, way]) => [fieldName(name), way === 'desc' ? -1 : 1] as const);
  return query.isSingle ? {} : { sort: Object.fromEntries([...keys, ['_id', keys.at(-1)?.[1] ?? 1]]) as MongoSort };
}

/** Counts the documents by what stands in these fields, and adds up another one. */
export const grouping = (filter: Filter<StoredDocument>, by: readonly string[], sum: string): object[] => [
  { $match: filter },
  {
    $group: {
      _id: Object.fromEntries(by.map((field) => [fieldName(field), { $ifNull: [`$${field}`, null] }])),
      count: { $sum: 1 },
      sum: { $sum: `$${fieldName(sum)}` },
    },
  },
];

const isGiven = (part: Criterion): boolean => part.test === 'oneOf' || part.value !== null;

function condition(part: Criterion): Record<string, unknown> {
  switch (part.test) {
    case 'is':
      return { $eq: storedValue(part.value) };
    case 'oneOf':
      return { $in: part.values.map(storedValue) };
    case 'from':
      return { $gte: storedValue(part.value) };
    case 'below':
      return { $lt: storedValue(part.value) };
  }
}
