import { assert } from 'chai';
import { parseTools } from '../../../domain/agents/tools.ts';
import { reasons } from './known-providers.ts';
import { bookTable, tool } from './tools-example.ts';

const refused = (changes: object): readonly string[] =>
  reasons(() => parseTools([{ ...bookTable(), ...changes }], ['restaurant']));

describe('the parameters of a tool', () => {
  const schema = (properties: object): { parameters: object } => ({ parameters: { type: 'object', properties } });
  const refusedSchema = (properties: object): readonly string[] =>
    refused({ ...schema({ day: {}, guests: {}, wish: {}, ...properties }) });

  it('may use the keywords whose cost is bounded', () => {
    const properties = {
      ...{ day: { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', title: 'Day' } },
      guests: { oneOf: [{ type: 'integer', minimum: 1, maximum: 9 }, { const: null }] },
      wish: { type: 'array', items: { enum: ['window', 'garden'] }, maxItems: 2 },
      who: {
        type: 'object',
        properties: { name: { type: 'string' } },
        additionalProperties: { not: { type: 'null' } },
      },
    };
    assert.deepEqual(tool(schema(properties)).parameters['properties'], properties);
  });

  const wrong: readonly (readonly [what: string, property: unknown, reason: string])[] = [
    [
      'a reference to another document',
      { $ref: 'https://evil.example/schema' },
      'tools[0].parameters.properties.a.$ref is not supported in a schema: write the schema in its place',
    ],
    [
      'a reference into itself',
      { items: { $ref: '#' } },
      'tools[0].parameters.properties.a.items.$ref is not supported in a schema: write the schema in its place',
    ],
    [
      'unique items, which cost the square of their number',
      { uniqueItems: true },
      'tools[0].parameters.properties.a.uniqueItems is not supported in a schema: ' +
        'remove it, and describe the rule in a description',
    ],
    [
      'an unknown keyword',
      { minimun: 1 },
      'tools[0].parameters.properties.a.minimun is not supported in a schema: did you mean minimum?',
    ],
    [
      'a look-ahead',
      { pattern: '(?=a)a' },
      'tools[0].parameters.properties.a.pattern must not use lookahead or lookbehind',
    ],
    ['an invalid pattern', { pattern: '(' }, 'tools[0].parameters.properties.a.pattern must be a regular expression'],
    ['a huge pattern', { pattern: 'a{1000}b{1000}' }, 'tools[0].parameters.properties.a.pattern must be simpler'],
    ['a schema in words', 'string', 'tools[0].parameters.properties.a must be an object'],
    ['alternatives without a list', { anyOf: {} }, 'tools[0].parameters.properties.a.anyOf must be a list of schemas'],
    [
      'another dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      'tools[0].parameters.properties.a.$schema must be https://json-schema.org/draft/2020-12/schema',
    ],
  ];
  for (const [what, property, reason] of wrong)
    it(`rejects ${what}`, () => {
      assert.deepEqual(refusedSchema({ a: property }), [reason]);
    });

  it('must be an object with names that every vendor accepts', () => {
    assert.include(
      refused({ parameters: { type: 'string' } }),
      'tools[0].parameters.type must be object: its properties name the values',
    );
    assert.deepEqual(refusedSchema({ 'a b': {} }), [
      'tools[0].parameters.properties must have names of 1 to 64 letters, digits, underscores and hyphens',
    ]);
    assert.lengthOf(refusedSchema(JSON.parse('{"__proto__":{}}') as object), 1);
  });

  it('rejects schemas that are too long, too deep or have too many patterns', () => {
    assert.deepEqual(refusedSchema({ a: { description: 'x'.repeat(16_384) } }), [
      'tools[0].parameters must have at most 16384 characters of JSON',
    ]);
    const deep = Array.from({ length: 12 }).reduce<object>((items) => ({ items }), {});
    assert.match(refusedSchema({ a: deep })[0] ?? '', /must not be nested deeper than 10 levels$/);
    const wide = Object.fromEntries(Array.from({ length: 97 }, (_, index) => [`a${index}`, {}]));
    assert.match(refusedSchema(wide)[0] ?? '', /\.a96 is one of more than 100 schemas: remove some$/);
    assert.match(refusedSchema({ a: { enum: Array(301).fill(1) } })[0] ?? '', /enum must have 1 to 300 values$/);
    assert.match(refusedSchema({ a: { enum: [] } })[0] ?? '', /enum must have 1 to 300 values$/);
    const many = Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`a${index}`, { pattern: 'x{900}' }]));
    assert.deepEqual(refusedSchema(many), [
      'tools[0].parameters.properties.a2.pattern makes the patterns too complex together: simplify or remove some',
    ]);
  });
});
