import type { CollectionDefinition, Index } from '../collection.ts';
import { fieldName } from '../match.ts';

/**
 * The name that an index has in the store. That of a sparse index of several fields says which of them may be missing:
 * earlier versions have one of the plain name, which excludes other documents.
 */
export function storedName<T>({ name, fields, sparse }: Index<T>): string {
  const own = fieldName(name);
  return sparse === undefined || fields.length === 1 ? own : `${fieldName(sparse)}.${own}`;
}

/** The stored names of indexes that earlier versions made and this one does not use. */
export function formerNames<T>({ indexes, formerIndexes = [] }: CollectionDefinition<T>): string[] {
  const renamed = indexes.filter((index) => storedName(index) !== index.name).map(({ name }) => name);
  return [...formerIndexes, ...renamed].map(fieldName);
}
