/** A value that can be compared. */
export type Scalar = string | number | boolean | null;

/** What documents must have: for each named field a value, or a condition on it. No field at all matches everything. */
export type Match<T> = { readonly [F in keyof T]?: Extract<T[F], Scalar> | Condition<Extract<T[F], string | number>> };

const kind = Symbol('kind');

/** A comparison. It carries a symbol, which nothing parsed from JSON can: no value from outside poses as a condition. */
export type Condition<V extends string | number> =
  | { readonly [kind]: 'oneOf'; readonly values: readonly V[] }
  | { readonly [kind]: 'within'; readonly bounds: Bounds<V> };

/** From one value, included, to another, excluded. */
export interface Bounds<V> {
  readonly from?: V;
  readonly below?: V;
}

/** One of these values. Of none: matches nothing. */
export const anyOf = <V extends string | number>(values: readonly V[]): Condition<V> => ({ [kind]: 'oneOf', values });

/** Between these bounds. Strings compare by code point. */
export const between = <V extends string | number>(bounds: Bounds<V>): Condition<V> => ({ [kind]: 'within', bounds });

/** One checked part of a match, ready to be written in an engine's own language. */
export type Criterion =
  | { readonly field: string; readonly test: 'is'; readonly value: Scalar }
  | { readonly field: string; readonly test: 'oneOf'; readonly values: readonly Scalar[] }
  | { readonly field: string; readonly test: 'from' | 'below'; readonly value: Scalar };

/** The parts of a match. A condition that is neither a scalar nor ours is refused: it must never match by accident. */
export function criteria(match: object): Criterion[] {
  const parts: Criterion[] = [];
  for (const [name, wanted] of Object.entries(match)) {
    const field = fieldName(name);
    if (isScalar(wanted)) parts.push({ field, test: 'is', value: wanted });
    else parts.push(...conditions(field, wanted));
  }
  return parts;
}

function conditions(field: string, wanted: unknown): Criterion[] {
  if (!isCondition(wanted)) throw new TypeError(`Not a condition on ${field}`);
  if (wanted[kind] === 'oneOf') return [{ field, test: 'oneOf', values: wanted.values }];
  const { from, below } = wanted.bounds;
  return [
    ...(from === undefined ? [] : [{ field, test: 'from' as const, value: from }]),
    ...(below === undefined ? [] : [{ field, test: 'below' as const, value: below }]),
  ];
}

/** Names that were looked at. They are words of our code, so there is an end to them. */
const proven = new Set<string>();

/** The name itself when it can be written into a query as it is. */
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
