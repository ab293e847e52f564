import { assert } from 'chai';
import { masked } from '../../../domain/credentials/masking.ts';

describe('masking', () => {
  const mask = (value: unknown): unknown => masked({ key: value })['key'];

  it('keeps the last four characters and the length', () => {
    assert.equal(mask('sk-12345678'), '*******5678');
    assert.equal(mask('12345'), '*2345');
  });

  it('shows nothing of a text of four characters or fewer, not even its length', () => {
    for (const text of ['1234', '123', '1', '']) assert.equal(mask(text), '****', text);
  });

  it('counts characters, not their halves', () => {
    assert.equal(mask('🎧🎧🎧🎧'), '****');
    assert.equal(mask('ab🎧🎧🎧🎧'), '**🎧🎧🎧🎧');
    assert.equal(mask('कखगघङ'), '*खगघङ');
  });

  it('goes through a list element by element', () => {
    assert.deepEqual(mask(['sk-12345678', 'abc', ['abcdef']]), ['*******5678', '****', ['**cdef']]);
    assert.deepEqual(mask([]), []);
  });

  it('shows nothing of what is no text', () => {
    for (const value of [12_345_678, true, null, { private_key: 'x' }]) assert.equal(mask(value), '****');
  });

  it('leaves the fields and the original as they are', () => {
    const credentials = JSON.parse('{"b":"sk-12345678","a":"1","__proto__":"sk-12345678"}') as Record<string, unknown>;
    const shown = masked(credentials);
    assert.deepEqual(Object.keys(shown), ['b', 'a', '__proto__']);
    assert.notInclude(JSON.stringify(shown), 'sk');
    assert.equal(credentials['b'], 'sk-12345678');
  });
});
