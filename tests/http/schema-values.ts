import * as fc from 'fast-check';
import type { Schema } from './described-operations.ts';
import { CHARACTERS } from '../support/characters.ts';

/** Meaningful values of the world under test, by field name. */
export type Meaningful = Readonly<Record<string, readonly unknown[]>>;

const UNDERSTOOD = new Set(
  (
    'type properties required additionalProperties propertyNames items minItems maxItems uniqueItems enum const minLength maxLength ' +
    'pattern minimum maximum maxProperties anyOf'
  ).split(' '),
);
/** Keywords without effect on validation. */
const TALK = new Set(['description', 'examples', 'example', 'default', 'format', 'x-validated-by']);
const MORE_CHARACTERS = 40;
const YEARS = { min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true } as const;

/**
 * Values that a schema takes. Fields get what is meaningful for them about as often as anything else that fits; a value
 * of the example stands for what the schema leaves open. Refuses a schema with a keyword it does not understand.
 */
export function valuesOf(schema: Schema, meaningful: Meaningful, example?: unknown, name = ''): fc.Arbitrary<unknown> {
  const foreign = Object.keys(schema).filter((keyword) => !UNDERSTOOD.has(keyword) && !TALK.has(keyword));
  if (foreign.length > 0) throw new Error(`No values can be made for ${name}: ${foreign.join(', ')}`);
  const proposed = [
    ...(meaningful[name] ?? []),
    ...(schema.examples ?? []),
    ...(example === undefined ? [] : [example]),
  ];
  const generated = generatedBy(schema, meaningful, example, name);
  return proposed.length === 0 || (schema.properties && !Object.hasOwn(meaningful, name))
    ? generated
    : fc.oneof({ arbitrary: fc.constantFrom(...proposed), weight: 3 }, { arbitrary: generated, weight: 1 });
}

function generatedBy(schema: Schema, meaningful: Meaningful, example: unknown, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valuesOf(each, meaningful)));
  if (Object.keys(schema).every((keyword) => TALK.has(keyword))) return fc.jsonValue({ maxDepth: 3 });
  const makers = [schema.type ?? []].flat().map((type) => MAKERS[type]);
  if (makers.length === 0 || makers.includes(undefined)) throw new Error(`No values can be made for ${name}`);
  return fc.oneof(...makers.flatMap((make) => make?.(schema, meaningful, example) ?? []));
}

type Maker = (schema: Schema, meaningful: Meaningful, example: unknown) => fc.Arbitrary<unknown>;

const MAKERS: Readonly<Record<string, Maker>> = {
  string: textsOf,
  integer: ({ minimum: min = -1_000_000, maximum: max = 1_000_000 }) => fc.integer({ min, max }),
  number: ({ minimum: min = -1e300, maximum: max = 1e300 }) => fc.double({ min, max, noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items, minItems = 0, maxItems = Infinity, uniqueItems = false }, meaningful) => {
    const each = items ? valuesOf(items, meaningful) : fc.jsonValue({ maxDepth: 3 });
    const bounds = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) };
    return uniqueItems
      ? fc.uniqueArray(each, { ...bounds, selector: (item) => JSON.stringify(item) })
      : fc.array(each, bounds);
  },
  object: objectsOf,
};

const textsBySchema = new Map<string, fc.Arbitrary<string>>();

/** Texts for a schema. To prepare them takes long, and few schemas of texts differ. */
function textsOf({ minLength, maxLength, pattern, format }: Schema): fc.Arbitrary<string> {
  const key = JSON.stringify([minLength, maxLength, pattern, format]);
  const texts = textsBySchema.get(key) ?? newTextsOf({ minLength, maxLength, pattern, format } as Schema);
  textsBySchema.set(key, texts);
  return texts;
}

function newTextsOf({ minLength = 0, maxLength = Infinity, pattern, format }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date(YEARS).map((date) => date.toISOString());
  const texts = fc.string({ unit: CHARACTERS, minLength, maxLength: Math.min(maxLength, minLength + MORE_CHARACTERS) });
  if (pattern === undefined) return texts;
  const expected = new RegExp(pattern, 'u');
  // Random texts hardly ever match a pattern of the whole text.
  if (pattern.startsWith('^')) return fc.stringMatching(expected).filter(({ length }) => length <= maxLength);
  return texts.filter((text) => expected.test(text));
}

function objectsOf(schema: Schema, meaningful: Meaningful, example: unknown): fc.Arbitrary<unknown> {
  if (!schema.properties) {
    const { propertyNames = {}, additionalProperties: each, maxProperties = 4 } = schema;
    const values = typeof each === 'object' ? valuesOf(each, meaningful) : fc.jsonValue({ maxDepth: 3 });
    const names = textsOf(propertyNames).filter((name) => name !== propertyNames.not?.const);
    return fc.dictionary(names, values, { maxKeys: Math.min(maxProperties, 4) });
  }
  const shown = (example ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(schema.properties).map(
    ([field, each]) => [field, valuesOf(each, meaningful, shown[field], field)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
}
