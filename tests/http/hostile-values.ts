import * as fc from 'fast-check';

const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);

/** Texts that are known to cause faults. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202eevil',
  'Z̸̡̢̧͇̗a̷l̶g̵o̴͎̞',
  '💥👩‍👩‍👧‍👦',
  '\ufeff',
  '\r\nBcc: eve@example.com',
  "'; DROP TABLE users; --",
  '%00',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '{{name}}',
  '${7*7}',
  'x'.repeat(10_000),
];

/** Hostile values: wrong types, database operators, the texts above. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...TEXTS,
  null,
  true,
  7,
  -0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  ['x'],
  nested(20),
  {},
  { $gt: '' },
  { $ne: null },
  { $where: 'sleep(1000)' },
];

/** Longer than any allowed text. */
export const ENDLESS = 'x'.repeat(200_001);

/** Names with a special meaning in objects and in queries. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', '$set', 'a.b', '', 'a\u0000'];

type Place = readonly string[];

/** The paths of all values in a JSON value, itself first. */
export function placesIn(value: unknown, place: Place = [], places: Place[] = []): Place[] {
  places.push(place);
  for (const [name, each] of fieldsOf(value)) placesIn(each, [...place, name], places);
  return places;
}

/** The value at that path. */
export const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce((part, name) => (part as Record<string, unknown>)[name], value);

/** The value with another one at that path. */
export const withAt = (value: unknown, [name, ...rest]: Place, other: unknown): unknown =>
  name === undefined
    ? other
    : rebuilt(
        value,
        fieldsOf(value).map(([each, old]) => [each, each === name ? withAt(old, rest, other) : old]),
      );

/** The value without the part at that path. */
export const withoutAt = (value: unknown, [name, ...rest]: Place): unknown =>
  rebuilt(
    value,
    fieldsOf(value).flatMap(([each, old]): [string, unknown][] => {
      if (each !== name) return [[each, old]];
      return rest.length === 0 ? [] : [[each, withoutAt(old, rest)]];
    }),
  );

/** The value with one hostile change. */
export const hostileVariant = (value: unknown): fc.Arbitrary<unknown> =>
  fc.constantFrom(...placesIn(value)).chain((place) => {
    const old = valueAt(value, place);
    const replaced = fc.constantFrom(...HOSTILE_VALUES, [old], JSON.stringify(old));
    const added = fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...HOSTILE_VALUES, { polluted: true }))
      .map(([name, hostile]) => Object.fromEntries([...fieldsOf(old), [name, hostile]]));
    const changed = fc.oneof({ arbitrary: replaced, weight: 3 }, { arbitrary: added, weight: 1 });
    const spoiled = changed.map((other) => withAt(value, place, other));
    return place.length === 0
      ? spoiled
      : fc.oneof({ arbitrary: spoiled, weight: 4 }, fc.constant(withoutAt(value, place)));
  });

const fieldsOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const rebuilt = (value: unknown, fields: readonly (readonly [string, unknown])[]): unknown =>
  Array.isArray(value) ? fields.map(([, each]) => each) : Object.fromEntries(fields);
