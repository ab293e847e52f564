export type Scalar = string | number | boolean | null;

/** The fields a document must match: each by a value or a condition. An empty match matches everything. */
export type Match<T> = {
  readonly [F in keyof T]?: Extract<T[F], Scalar> | Condition<Extract<T[F], string | number>>;
} & { readonly [text]?: TextIn<keyof T & string> };

const kind = Symbol('kind');
const text = Symbol('text');

/** A text that one of these fields contains. */
interface TextIn<Field extends string> {
  readonly fields: readonly Field[];
  readonly contains: string;
}

/** A comparison. Its symbol cannot come from parsed JSON, so input never passes for a condition. */
export type Condition<V extends string | number> =
  | { readonly [kind]: 'oneOf'; readonly values: readonly V[] }
  | { readonly [kind]: 'otherThan'; readonly value: V }
  | { readonly [kind]: 'within'; readonly bounds: Bounds<V> };

/** From one value, inclusive, to another, exclusive. */
export interface Bounds<V> {
  readonly from?: V;
  readonly below?: V;
}

/** Matches one of these values. Without values it matches nothing. */
export const anyOf = <V extends string | number>(values: readonly V[]): Condition<V> => ({ [kind]: 'oneOf', values });

/** Matches any other value, and none. */
export const otherThan = <V extends string | number>(value: V): Condition<V> => ({ [kind]: 'otherThan', value });

/** Matches documents in which one of these fields contains this text. Part of a match: spread it. */
export const textIn = <Field extends string>(fields: readonly [Field, ...Field[]], contains: string) => ({
  [text]: { fields, contains },
});

/** Matches values within these bounds. Strings compare by code point. */
export const between = <V extends string | number>(bounds: Bounds<V>): Condition<V> => ({ [kind]: 'within', bounds });

/** Matches strings in a span that may be open at either end. */
export const spanOf = (from: string | undefined, below: string | undefined): Condition<string> =>
  between({ ...(from !== undefined && { from }), ...(below !== undefined && { below }) });

/** Whether a match looks for a text. */
export const hasText = (match: object): boolean => text in match;

/** One validated part of a match, ready for translation to an engine's query language. */
export type Criterion =
  | { readonly field: string; readonly test: 'is'; readonly value: Scalar; readonly isFilter?: true }
  | { readonly field: string; readonly test: 'oneOf'; readonly values: readonly Scalar[] }
  | { readonly field: string; readonly test: 'from' | 'below' | 'isNot'; readonly value: Scalar }
  | { readonly test: 'contains'; readonly fields: readonly string[]; readonly value: string };

/** A part that concerns one field. */
export type FieldCriterion = Extract<Criterion, { readonly field: string }>;

/**
 * The parts of a match. Throws on a condition that is neither a scalar nor made here, so that nothing matches by
 * accident.
 */
export function criteria(match: object): Criterion[] {
  const parts: Criterion[] = [];
  for (const [name, wanted] of Object.entries(match)) {
    const field = fieldName(name);
    if (isScalar(wanted)) parts.push({ field, test: 'is', value: wanted });
    else parts.push(...conditions(field, wanted));
  }
  const { [text]: search } = match as Match<Record<string, Scalar>>;
  if (search) parts.push({ test: 'contains', fields: search.fields.map(fieldName), value: search.contains });
  return parts;
}

function conditions(field: string, wanted: unknown): Criterion[] {
  if (!isCondition(wanted)) throw new TypeError(`Not a condition on ${field}`);
  if (wanted[kind] === 'oneOf') return [{ field, test: 'oneOf', values: wanted.values }];
  if (wanted[kind] === 'otherThan') return [{ field, test: 'isNot', value: wanted.value }];
  const { from, below } = wanted.bounds;
  return [
    ...(from === undefined ? [] : [{ field, test: 'from' as const, value: from }]),
    ...(below === undefined ? [] : [{ field, test: 'below' as const, value: below }]),
  ];
}

/** Validated names. Field names are written in the code, so the set is bounded. */
const proven = new Set<string>();

/** Answers the name if it is safe to write into a query. */
export function fieldName(name: string): string {
  if (proven.has(name)) return name;
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`Not a field name: ${name}`);
  proven.add(name);
  return name;
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isCondition = (value: unknown): value is Condition<string | number> =>
  typeof value === 'object' && value !== null && kind in value;
