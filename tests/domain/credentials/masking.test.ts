import { assert } from 'chai';
import { masked } from '../../../domain/credentials/masking.ts';

describe('masking', () => {
  const mask = (value: unknown): unknown => masked({ key: value })['key'];

  it('keeps the last four characters and the length', () => {
    assert.equal(mask('sk-12345678'), '*******5678');
    assert.equal(mask('12345'), '*2345');
  });

  it('shows neither content nor length of a text of up to four characters', () => {
    for (const text of ['1234', '123', '1', '']) assert.equal(mask(text), '****', text);
  });

  it('counts code points', () => {
    assert.equal(mask('🎧🎧🎧🎧'), '****');
    assert.equal(mask('ab🎧🎧🎧🎧'), '**🎧🎧🎧🎧');
    assert.equal(mask('कखगघङ'), '*खगघङ');
  });

  it('masks a list by element', () => {
    assert.deepEqual(mask(['sk-12345678', 'abc', ['abcdef']]), ['*******5678', '****', ['**cdef']]);
    assert.deepEqual(mask([]), []);
  });

  it('shows nothing of other values', () => {
    for (const value of [12_345_678, true, null, { private_key: 'x' }]) assert.equal(mask(value), '****');
  });

  it('keeps field names and does not change the original', () => {
    const credentials = JSON.parse('{"b":"sk-12345678","a":"1","__proto__":"sk-12345678"}') as Record<string, unknown>;
    const shown = masked(credentials);
    assert.deepEqual(Object.keys(shown), ['b', 'a', '__proto__']);
    assert.notInclude(JSON.stringify(shown), 'sk');
    assert.equal(credentials['b'], 'sk-12345678');
  });
});
