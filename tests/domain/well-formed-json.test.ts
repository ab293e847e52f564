import { assert } from 'chai';
import { requireWellFormed } from '../../domain/well-formed-json.ts';
import { refusal } from './agents/known-providers.ts';

const WHY = 'must not contain NUL characters or invalid Unicode';

describe('requireWellFormed', () => {
  it('accepts any script, symbol and type', () => {
    const texts = ['', 'नमस्ते', 'שלום', '\u202e', 'Z̸̢̧a̷l̶g̵o̴', '🎧👩‍👩‍👧', '\u0001\r\n\t', '\ufffe', '\\u0000'];
    requireWellFormed({ texts, deep: { list: [null, true, 7, -0.5, {}] }, constructor: 1 }, 'x');
  });

  it('rejects ill-formed text with its path', () => {
    const table: readonly [unknown, string][] = [
      ['a\u0000', `x ${WHY}`],
      ['\ud83c', `x ${WHY}`],
      ['\udfa7\ud83c', `x ${WHY}`],
      [{ a: ['fine', { b: '\ud800' }] }, `x.a[1].b ${WHY}`],
      [{ a: { 'b\u0000': 1 } }, `A name in x.a ${WHY}`],
      [JSON.parse('{"__proto__":{"a":"\\u0000"}}'), `x.__proto__.a ${WHY}`],
    ];
    for (const [value, message] of table)
      assert.equal(
        refusal(() => requireWellFormed(value, 'x')),
        message,
      );
  });

  it('shortens long paths in its message', () => {
    const message = refusal(() => requireWellFormed({ ['a'.repeat(10_000)]: '\ud800' }, 'x'));
    assert.match(message, /^x\.a{98}… must not/);
  });
});
