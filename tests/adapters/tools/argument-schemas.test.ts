import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { assert } from 'chai';
import * as fc from 'fast-check';
import { ajvArgumentSchemas } from '../../../adapters/argument-schemas/ajv.ts';
import { parseParameters } from '../../../domain/agents/tool-parameters.ts';
import { DomainError } from '../../../domain/errors.ts';
import { atEndOfTest } from '../../support/temporary.ts';

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
    const all = Array.from({ length: 4 }, () => `${'a'.repeat(40_000)}b`);
    // Exponential time would not end.
    assert.isNotEmpty(schemas.problems(schema, { all }));
    assert.isEmpty(schemas.problems(schema, { all: ['aaaa'] }));
  });

  it('compile a schema once, also when it is another object, and keep a bounded number', () => {
    const schemas = ajvArgumentSchemas();
    const { compile } = Ajv2020.prototype;
    const compiled: unknown[] = [];
    Ajv2020.prototype.compile = function (this: Ajv2020, schema: AnySchema) {
      compiled.push(schema);
      return compile.call(this, schema);
    } as typeof compile;
    atEndOfTest(() => Object.assign(Ajv2020.prototype, { compile }));
    const use = (name: string) =>
      assert.isEmpty(schemas.problems(object({ [name]: { type: 'string' } }), { [name]: 'x' }));
    for (let times = 0; times < 3; times += 1) use('day');
    assert.deepEqual(compiled, [object({ day: { type: 'string' } })]);
    for (let index = 0; index < 499; index += 1) use(`a${index}`);
    use('day');
    assert.lengthOf(compiled, 500, 'all of them are kept');
    use('a500');
    use('day');
    assert.lengthOf(compiled, 501, 'the one used last is kept');
    use('a0');
    assert.lengthOf(compiled, 502, 'the one used longest ago is not');
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
