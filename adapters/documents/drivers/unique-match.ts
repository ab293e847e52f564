import type { Index } from '../collection.ts';
import type { Criterion } from '../match.ts';

/** Whether a unique index allows at most one match, which then needs no order. */
export function matchesAtMostOne<T>(parts: readonly Criterion[], indexes: readonly Index<T>[]): boolean {
  return indexes.some(
    ({ unique, fields }) => unique && fields.every((field) => parts.some((part) => isExactly(part, field))),
  );
}

const isExactly = (part: Criterion, field: string): boolean =>
  part.test === 'is' && part.field === field && part.value !== null;

/**
 * The criteria, of which those beside a list of values of a unique index only filter. SQLite would rather read all documents
 * with the same organisation than those with these ids.
 */
export function byUniqueValues<T>(parts: readonly Criterion[], indexes: readonly Index<T>[]): readonly Criterion[] {
  const isUnique = (name: string): boolean =>
    indexes.some(({ unique, fields }) => unique && fields.length === 1 && fields[0] === name);
  if (!parts.some((part) => part.test === 'oneOf' && isUnique(part.field))) return parts;
  return parts.map((part) => (part.test === 'is' ? { ...part, isFilter: true } : part));
}
