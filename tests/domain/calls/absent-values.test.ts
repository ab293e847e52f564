import { assert } from 'chai';
import type { JsonObject } from '../../../domain/agents/json-readers.ts';
import { withoutAbsent, withoutUndeclared } from '../../../domain/calls/absent-values.ts';

const object = (properties: object, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
});

describe('absent values of an answer', () => {
  /** What is left of `{ a: null }` where `a` has this schema. */
  const left = (schema: object, required: readonly string[] = []) =>
    withoutAbsent({ a: null }, object({ a: schema }, required));

  it('are left out where the schema does not allow null', () => {
    for (const schema of [
      { type: 'string' },
      { type: ['string', 'number'] },
      { enum: ['x', 'null'] },
      { const: 'x' },
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      { oneOf: [{ enum: ['x'] }, { const: 1 }] },
    ])
      assert.deepEqual(left(schema), {}, JSON.stringify(schema));
  });

  it('stay where the schema allows null, or requires the value', () => {
    for (const schema of [
      {},
      { type: 'null' },
      { type: ['string', 'null'] },
      { enum: ['x', null], type: 'string' },
      { const: null, type: 'string' },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { oneOf: [{ type: 'string' }, {}] },
    ])
      assert.deepEqual(left(schema), { a: null }, JSON.stringify(schema));
    assert.deepEqual(left({ type: 'string' }, ['a']), { a: null });
    assert.deepEqual(left({ type: 'string' }, ['b']), {});
  });

  it('are left out at any depth: in objects, lists and alternatives', () => {
    const inner = object({ b: { type: 'string' }, c: { type: 'string' } });
    assert.deepEqual(withoutAbsent({ a: { b: null, c: 'x' } }, object({ a: inner })), { a: { c: 'x' } });
    const list = object({ a: { type: 'array', items: inner } });
    assert.deepEqual(withoutAbsent({ a: [{ b: null, c: 'x' }, { b: 'y' }] }, list), { a: [{ c: 'x' }, { b: 'y' }] });
    for (const keyword of ['anyOf', 'oneOf', 'allOf'])
      assert.deepEqual(withoutAbsent({ b: null, c: 'x' }, { [keyword]: [{}, inner] }), { c: 'x' }, keyword);
  });

  it('are only those of properties with a schema', () => {
    const answer = { a: null, toString: null, b: null };
    assert.deepEqual(withoutAbsent(answer, object({ b: true })), answer);
    assert.deepEqual(withoutAbsent(answer, { type: 'object' }), answer);
    assert.deepEqual(withoutAbsent(answer, { type: 'object', properties: [{ type: 'string' }] }), answer);
    assert.deepEqual(withoutAbsent({ a: ['x', null] }, object({ a: { type: 'array' } })), { a: ['x', null] });
    assert.deepEqual(withoutAbsent({ a: 'x' }, object({ a: inner() })), { a: 'x' });
    assert.isNull(withoutAbsent(null, object({ a: { type: 'string' } })));
  });
});

const inner = (): JsonObject => object({ length: { type: 'string' }, 0: { type: 'string' } });

describe('values of an answer that its schema does not declare', () => {
  const schema = object({ guests: { type: 'integer' }, table: object({ place: { type: 'string' } }), any: true });

  it('are left out, at every depth', () => {
    const given = { guests: 4, vip: true, table: { place: 'inside', free: true }, any: { thing: 1 }, constructor: 'x' };
    const list = { type: 'array', items: schema };
    const left = { guests: 4, table: { place: 'inside' }, any: { thing: 1 } };
    assert.deepEqual(withoutUndeclared(given, schema), left);
    assert.deepEqual(withoutUndeclared([given, 'x'], list), [left, 'x']);
  });

  it('stay where the schema says something about them, or may declare them elsewhere', () => {
    const given = { guests: 4, vip: true };
    for (const more of [{ additionalProperties: true }, { additionalProperties: {} }, { allOf: [{}] }, { anyOf: [{}] }])
      assert.deepEqual(withoutUndeclared(given, { ...schema, ...more }), given);
    assert.deepEqual(withoutUndeclared(given, { type: 'object' }), given);
  });
});
