import { assert } from 'chai';
import fc from 'fast-check';
import { ajvArgumentSchemas } from '../../../adapters/argument-schemas/ajv.ts';
import { answerSchema } from '../../../adapters/providers/_chat/answer-schema.ts';
import type { JsonObject } from '../../../domain/agents/json-readers.ts';
import { withoutAbsent } from '../../../domain/calls/absent-values.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('the schema of a structured answer', () => {
  it('requires every property, allows no others, and has no limits', () => {
    const schema = object(
      {
        day: { type: 'string', maxLength: 9, description: 'The day.' },
        guests: { type: 'integer', minimum: 1 },
        kind: { enum: ['lunch', 'dinner'] },
        names: { type: 'array', items: { type: 'string' }, maxItems: 3 },
        either: { oneOf: [{ type: 'string' }, { type: 'number' }] },
        only: { const: 7 },
      },
      { required: ['day'] },
    );
    assert.deepEqual(answerSchema(schema, 'nullable'), {
      type: 'object',
      properties: {
        day: { type: 'string', description: 'The day.' },
        guests: { type: ['integer', 'null'] },
        kind: { type: ['string', 'null'], enum: ['lunch', 'dinner', null] },
        names: { type: ['array', 'null'], items: { type: 'string' } },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
        only: { type: ['number', 'null'], enum: [7, null] },
      },
      required: ['day', 'guests', 'kind', 'names', 'either', 'only'],
      additionalProperties: false,
    });
  });

  it('leaves optional properties optional for vendors that allow them', () => {
    assert.deepEqual(
      answerSchema(object({ a: { type: 'string' }, b: { type: 'null' } }, { required: ['b'] }), 'left out'),
      {
        ...object({ a: { type: 'string' }, b: { type: 'null' } }),
        required: ['b'],
        additionalProperties: false,
      },
    );
  });

  const inexpressible: readonly (readonly [what: string, property: JsonObject])[] = [
    ['any value', {}],
    ['an object with any names', { type: 'object' }],
    [
      'an object with others of a type',
      object({ a: { type: 'string' } }, { additionalProperties: { type: 'string' } }),
    ],
    ['a list of anything', { type: 'array' }],
    ['all of several', { allOf: [{ type: 'string' }] }],
    ['alternatives beside properties', object({ a: { type: 'string' } }, { anyOf: [{ required: ['a'] }] })],
    ['a required name that is not declared', object({ a: { type: 'string' } }, { required: ['b'] })],
    ['a list as a value', { const: [] }],
  ];
  for (const [what, property] of inexpressible)
    it(`does not exist for ${what}`, () => assert.isNull(answerSchema(object({ property }), 'nullable')));

  it('admits only answers that, without absent values, are valid for the given schema', () => {
    const schemas = ajvArgumentSchemas();
    fc.assert(
      fc.property(fields(), ({ schema, answer }) => {
        const strict = answerSchema(schema, 'nullable');
        assert.isNotNull(strict);
        assert.deepEqual(schemas.problems(strict, answer), []);
        assert.deepEqual(schemas.problems(schema, withoutAbsent(answer, schema) ?? {}), []);
      }),
      { numRuns: 60 },
    );
  });
});

interface Example {
  readonly schema: JsonObject;
  readonly answer: JsonObject;
}

interface Value {
  readonly schema: JsonObject;
  readonly value: unknown;
}

/** A type, and a value of it. */
const values = (): fc.Arbitrary<Value> =>
  fc.oneof(
    fc.string({ maxLength: 5 }).map((value) => ({ schema: { type: 'string' }, value })),
    fc.integer().map((value) => ({ schema: { type: 'integer' }, value })),
    fc.boolean().map((value) => ({ schema: { type: ['boolean', 'null'] }, value: value || null })),
    fc.constantFrom('yes', 'no').map((value) => ({ schema: { enum: ['yes', 'no'] }, value })),
    fc.constantFrom('a', 1).map((value) => ({ schema: { oneOf: [{ type: 'string' }, { type: 'number' }] }, value })),
    fc
      .array(fc.integer(), { maxLength: 3 })
      .map((value) => ({ schema: { type: 'array', items: { type: 'integer' } }, value })),
  );

/** An object schema of one level in another, and what structured output answers: null for what it leaves out. */
const fields = (): fc.Arbitrary<Example> =>
  objects(values()).chain((inner) =>
    objects(fc.oneof(values(), fc.constant({ schema: inner.schema, value: inner.answer }))),
  );

const objects = (of: fc.Arbitrary<Value>): fc.Arbitrary<Example> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), of, fc.constantFrom('required', 'given', 'absent')), {
      selector: ([name]) => name,
      minLength: 1,
    })
    .map((properties) => ({
      schema: object(Object.fromEntries(properties.map(([name, { schema }]) => [name, schema])), {
        required: properties.filter(([, , use]) => use === 'required').map(([name]) => name),
      }),
      answer: Object.fromEntries(properties.map(([name, { value }, use]) => [name, use === 'absent' ? null : value])),
    }));
