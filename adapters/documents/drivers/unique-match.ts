import type { Index } from '../collection.ts';
import type { Criterion } from '../match.ts';

/** Whether a unique index allows at most one match, which then needs no order. */
export function matchesAtMostOne<T>(parts: readonly Criterion[], indexes: readonly Index<T>[]): boolean {
  return indexes.some(
    ({ unique, fields }) => unique && fields.every((field) => parts.some((part) => isExactly(part, field))),
  );
}

const isExactly = (part: Criterion, field: string): boolean =>
  part.field === field && part.test === 'is' && part.value !== null;
