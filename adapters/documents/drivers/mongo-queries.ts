import type { Filter, IndexDescription, Sort as MongoSort } from 'mongodb';
import type { CollectionDefinition, Index, Sort } from '../collection.ts';
import { criteria, fieldName, type Criterion, type FieldCriterion } from '../match.ts';
import { storedName } from './index-names.ts';
import { storedValue } from './mongo-values.ts';
import { matchesAtMostOne } from './unique-match.ts';

/** A document as stored, under a key made here. */
export interface StoredDocument {
  readonly _id: unknown;
}

/** Any value but null. A partial index is used only by queries that repeat its filter. */
const PRESENT = { $type: ['string', 'number', 'bool', 'object'] };

/** An index description. The final key makes ties follow insertion without a sort. */
export const description = <T>(index: Index<T>): IndexDescription => {
  const { fields, unique = false, sparse } = index;
  return {
    name: storedName(index),
    key: { ...Object.fromEntries(fields.map((field) => [fieldName(field), 1])), ...(!unique && { _id: 1 }) },
    ...(unique && { unique }),
    ...(sparse !== undefined && { partialFilterExpression: { [fieldName(sparse)]: PRESENT } }),
  };
};

/** A filter, and whether a unique index limits it to one match. */
export interface MongoQuery {
  readonly filter: Filter<StoredDocument>;
  readonly isSingle: boolean;
}

/** Translates a match. Values stand behind operators, so that no value can act as one. */
export function toMongoQuery<T>(match: object, { indexes }: CollectionDefinition<T>): MongoQuery {
  const parts = criteria(match);
  const filter: Record<string, Record<string, unknown>> = {};
  const ofFields = parts.filter((part) => part.test !== 'contains');
  for (const part of ofFields) Object.assign((filter[part.field] ??= {}), condition(part));
  const given = new Set<string | undefined>(ofFields.filter(isGiven).map(({ field }) => field));
  for (const { sparse } of indexes)
    if (sparse !== undefined && given.has(sparse)) Object.assign(filter[sparse]!, PRESENT);
  return { filter: { ...filter, ...searches(parts) }, isSingle: matchesAtMostOne(parts, indexes) };
}

/** What one of several fields has to contain. */
function searches(parts: readonly Criterion[]): Filter<StoredDocument> {
  const found = parts.flatMap((part) => (part.test === 'contains' ? [part] : []));
  if (found.length === 0) return {};
  return {
    $and: found.map(({ fields, value }) => ({
      $or: fields.map((field) => ({ [field]: { $regex: literal(value) } })),
    })),
  };
}

/** A pattern that matches exactly this text. */
const literal = (value: string): string => value.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`);

/** The sort with insertion order for ties. A single match needs none. */
export function order<T>(sort: Sort<T>, query: MongoQuery): { sort?: MongoSort } {
  const keys = Object.entries(sort).map(([name, way]) => [fieldName(name), way === 'desc' ? -1 : 1] as const);
  return query.isSingle ? {} : { sort: Object.fromEntries([...keys, ['_id', keys.at(-1)?.[1] ?? 1]]) as MongoSort };
}

/** Aggregation steps that count documents by these fields and sum another. */
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

const isGiven = (part: FieldCriterion): boolean =>
  part.test === 'oneOf' || (part.test !== 'isNot' && part.value !== null);

function condition(part: FieldCriterion): Record<string, unknown> {
  switch (part.test) {
    case 'is':
      return { $eq: storedValue(part.value) };
    case 'isNot':
      return { $ne: storedValue(part.value) };
    case 'oneOf':
      return { $in: part.values.map(storedValue) };
    case 'from':
      return { $gte: storedValue(part.value) };
    case 'below':
      return { $lt: storedValue(part.value) };
  }
}
