import { textChanges, type TextChange } from './text-changes.ts';
import { isRecord } from '../unverified-json.ts';

/** Most pairs of lines that are compared for all texts together: some ten milliseconds. */
const PAIRS_MAX = 1_000_000;

/** One place at which two values differ. */
export interface Difference {
  /** Field names joined by dots. Items of a list are named in brackets, by their name, id or place. */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Absent where the value is added. */
  readonly before?: unknown;
  /** Absent where the value is removed. */
  readonly after?: unknown;
  /** The lines of a changed text, where it has several. */
  readonly lines?: readonly TextChange[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Every place at which two JSON values differ, in the order of the second one, what it lacks last. */
export const differences = (before: unknown, after: unknown, path = ''): readonly Difference[] => {
  if (isRecord(before) && isRecord(after)) return ofFields(before, after, (name) => joined(path, name));
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after, path);
  return isSame(before, after) ? [] : [{ path, kind: 'changed', before, after }];
};

/** The differences with the lines of their texts. */
export function withLines(found: readonly Difference[]): readonly Difference[] {
  let pairsLeft = PAIRS_MAX;
  return found.map((difference) => {
    const { kind, before, after } = difference;
    if (kind !== 'changed' || typeof before !== 'string' || typeof after !== 'string') return difference;
    if (!before.includes('\n') && !after.includes('\n')) return difference;
    const { lines, pairs } = textChanges(before, after, pairsLeft);
    pairsLeft -= pairs;
    return { ...difference, lines };
  });
}

function ofFields(before: Fields, after: Fields, pathOf: (name: string) => string): readonly Difference[] {
  const own = (fields: Fields, name: string): boolean => Object.hasOwn(fields, name) && fields[name] !== undefined;
  const present = Object.keys(after).filter((name) => own(after, name));
  const gone = Object.keys(before).filter((name) => own(before, name) && !own(after, name));
  return [
    ...present.flatMap((name): readonly Difference[] =>
      own(before, name)
        ? differences(before[name], after[name], pathOf(name))
        : [{ path: pathOf(name), kind: 'added', after: after[name] }],
    ),
    ...gone.map((name): Difference => ({ path: pathOf(name), kind: 'removed', before: before[name] })),
  ];
}

/** Items with names are compared by their names, so that one that is inserted does not change those behind it. */
function ofLists(before: readonly unknown[], after: readonly unknown[], path: string): readonly Difference[] {
  const [was, is] = [byName(before), byName(after)];
  if (was === null || is === null)
    return isSame(before, after) ? [] : [{ path, kind: 'changed', before: [...before], after: [...after] }];
  const moved = isReordered(Object.keys(was), Object.keys(is));
  return [
    ...ofFields(was, is, (name) => `${path}[${name}]`),
    ...(moved ? [{ path, kind: 'changed' as const, before: Object.keys(was), after: Object.keys(is) }] : []),
  ];
}

const NAMES = ['name', 'id', 'language'] as const;

/** The items of a list by a field that names each of them, or null. */
function byName(items: readonly unknown[]): Fields | null {
  if (!items.every(isRecord)) return null;
  for (const field of NAMES) {
    const names = items.map((item) => item[field]);
    // A name that looks like a number would be sorted before others.
    if (names.every((name) => typeof name === 'string' && !/^\d+$/.test(name)) && new Set(names).size === names.length)
      return Object.fromEntries(items.map((item, at) => [String(names[at]), item]));
  }
  return null;
}

/** Whether names that both lists have are in another order. */
function isReordered(before: readonly string[], after: readonly string[]): boolean {
  const [was, is] = [before.filter((name) => after.includes(name)), after.filter((name) => before.includes(name))];
  return was.some((name, at) => name !== is[at]);
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Whether two JSON values are equal. The order of fields does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  if (isRecord(a) && isRecord(b)) return differences(a, b).length === 0;
  return a === b;
}
