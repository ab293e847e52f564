import { assert } from 'chai';
import * as fc from 'fast-check';
import { ajvArgumentSchemas } from '../../../adapters/argument-schemas/ajv.ts';
import { parseParameters } from '../../../domain/agents/tool-parameters.ts';
import { DomainError } from '../../../domain/errors.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('argument schemas', () => {
  it('name what is wrong with arguments by path, and no values', () => {
    const schemas = ajvArgumentSchemas();
    const schema = object(
      {
        day: { type: 'string', pattern: '^[A-Z][a-z]+day$' },
        table: object({ guests: { type: 'integer', minimum: 1 } }, { required: ['guests'] }),
        wishes: { type: 'array', items: { enum: ['window', 'garden'] }, maxItems: 2 },
      },
      { required: ['day'], additionalProperties: false },
    );
    const problems = (given: object): readonly string[] => schemas.problems(schema, given as never);
    assert.deepEqual(problems({ day: 'Friday', table: { guests: 4 }, wishes: ['window'] }), []);
    assert.deepEqual(problems({}), ["arguments must have required property 'day'"]);
    assert.deepEqual(problems({ day: 'Friday', key: 'sk' }), ['arguments must NOT have additional properties: key']);
    assert.deepEqual(problems({ day: 'Friday', table: { guests: 0 } }), ['table.guests must be >= 1']);
    assert.deepEqual(problems({ day: 'Friday', wishes: ['sea'] }), [
      'wishes.0 must be equal to one of the allowed values',
    ]);
    assert.deepEqual(problems({ day: 'friday' }), ['day must match pattern "^[A-Z][a-z]+day$"']);
  });

  it('tell the patterns of a schema and of several schemas apart', () => {
    const schemas = ajvArgumentSchemas();
    const schema = object({ a: { type: 'string', pattern: '^a+$' }, b: { type: 'string', pattern: '^b+$' } });
    assert.isEmpty(schemas.problems(schema, { a: 'aa', b: 'bb' }));
    assert.lengthOf(schemas.problems(schema, { a: 'aa', b: 'aa' }), 1);
    assert.lengthOf(schemas.problems(object({ a: { type: 'string', pattern: '^c+$' } }), { a: 'aa' }), 1);
  });

  it('convert no types and fill in no defaults', () => {
    const given = { guests: '4' };
    const problems = ajvArgumentSchemas().problems(
      object({ guests: { type: 'integer' }, day: { default: 'x' } }),
      given,
    );
    assert.deepEqual(problems, ['guests must be integer']);
    assert.deepEqual(given, { guests: '4' });
  });

  it('take formats for notes', () => {
    const schemas = ajvArgumentSchemas();
    assert.isNull(schemas.fault(object({ day: { type: 'string', format: 'date' } })));
    assert.isEmpty(schemas.problems(object({ day: { type: 'string', format: 'date' } }), { day: 'tomorrow' }));
  });

  it('say what is wrong with a schema', () => {
    const schemas = ajvArgumentSchemas();
    assert.isNull(schemas.fault(object({})));
    for (const wrong of [
      object({ a: { type: 'text' } }),
      object({ a: { minimum: 'one' } }),
      object({}, { required: 'a' }),
      object({}, { required: ['a', 'a'] }),
    ]) {
      assert.isString(schemas.fault(wrong), JSON.stringify(wrong));
      assert.deepEqual(schemas.problems(wrong, {}), ['The parameters of the tool are not valid JSON Schema']);
    }
  });

  it('match patterns in bounded time, together for all values', () => {
    const schemas = ajvArgumentSchemas();
    const schema = object({ all: { type: 'array', items: { type: 'string', pattern: '^(a|a)*(a|a|a)*$' } } });
    assert.isNull(schemas.fault(schema));
    const startedAt = performance.now();
    const all = Array.from({ length: 4 }, () => `${'a'.repeat(40_000)}b`);
    assert.isNotEmpty(schemas.problems(schema, { all }));
    // Exponential time would not end.
    assert.isBelow(performance.now() - startedAt, 60_000);
    assert.isEmpty(schemas.problems(schema, { all: ['aaaa'] }));
  });

  it('compile a schema once, also when it is another object, and keep a bounded number', () => {
    const schemas = ajvArgumentSchemas();
    const timeOf = (count: number): number => {
      const startedAt = performance.now();
      for (let index = 0; index < count; index += 1)
        schemas.problems(object({ day: { type: 'string' } }), { day: 'x' });
      return performance.now() - startedAt;
    };
    const first = timeOf(1);
    assert.isBelow(timeOf(200) / 200, Math.max(first, 0.5));
    for (let index = 0; index < 600; index += 1) assert.isNull(schemas.fault(object({ [`a${index}`]: {} })));
    assert.isEmpty(schemas.problems(object({ a0: {} }), { a0: 1 }));
  });

  it('compile every schema that tools may have, or say why not, without other errors', () => {
    const schemas = ajvArgumentSchemas();
    const keywords = [
      'type',
      'enum',
      'const',
      'required',
      'items',
      'pattern',
      'minimum',
      'maxItems',
      'anyOf',
      'not',
      'format',
    ];
    const schema = fc.dictionary(fc.constantFrom(...keywords), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), schema), fc.jsonValue(), (properties, value) => {
        try {
          const parsed = parseParameters(object(properties), 'parameters');
          if (schemas.fault(parsed) !== null) return;
          const problems = schemas.problems(
            parsed,
            Object.fromEntries(Object.keys(properties).map((name) => [name, value])) as never,
          );
          assert.notInclude(problems, 'The parameters of the tool are not valid JSON Schema');
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});
