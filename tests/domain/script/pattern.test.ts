import { assert } from 'chai';
import * as fc from 'fast-check';
import { DomainError } from '../../../domain/errors.ts';
import { compilePattern } from '../../../domain/script/pattern.ts';

const refusal = (source: string): string => {
  try {
    compilePattern(source);
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'invalid') return error.message;
    throw error;
  }
  return 'accepted';
};

const plenty = () => ({ left: 10_000_000 });

const accepts = (source: string, flags: 'u' | 'iu'): boolean => {
  try {
    return compilePattern(source, flags).size > 0;
  } catch {
    return false;
  }
};
const isRegExp = (source: string, flags: string): boolean => {
  try {
    return new RegExp(source, flags).source !== '';
  } catch {
    return false;
  }
};

describe('Pattern', () => {
  it('matches like a regular expression, including groups', () => {
    assert.deepEqual(compilePattern('my name is (\\w+)(?: (\\w+))?').match('Well, my name is Ada', plenty()), [
      'my name is Ada',
      'Ada',
      undefined,
    ]);
  });

  it('ignores case in any script', () => {
    assert.isNotNull(compilePattern('ÉCLAIR|नमस्ते').match('un éclair', plenty()));
    assert.isNotNull(compilePattern('ÉCLAIR|नमस्ते').match('नमस्ते', plenty()));
  });

  it('matches by code point', () => {
    assert.deepEqual(compilePattern('^(.)b$').match('😀b', plenty()), ['😀b', '😀']);
    assert.isNotNull(compilePattern('^\\u{1F600}{2}$').match('😀😀', plenty()));
    assert.isNotNull(compilePattern('^\\ud83d\\ude00[😀]$').match('😀😀', plenty()));
  });

  it('returns null without a match', () => {
    assert.isNull(compilePattern('^yes$').match('yes please', plenty()));
  });

  it('matches patterns in linear time that make backtracking exponential', () => {
    const text = 'a'.repeat(400);
    for (const source of ['(a+)+$b', '(?:a|a)+b', '(?:a|aa){1,200}b', '.*.*.*.*.*.*b', 'a?a?a?a?a?a?a?a?a?a?(a+)*b'])
      assert.isNull(compilePattern(source).match(text, plenty()), source);
  });

  it('takes steps in proportion to its states for any number of groups', () => {
    for (const source of [
      `(?:(a)|(a)){0,112}b${'()'.repeat(200)}`,
      `(?:${'a(?:'.repeat(60)}a${'(b)'.repeat(20)}|a${')*'.repeat(60)})*c`,
    ]) {
      const pattern = compilePattern(source);
      const budget = plenty();
      assert.isNull(pattern.match('a'.repeat(500), budget));
      assert.isBelow(plenty().left - budget.left, pattern.size * 501 * 2, source.slice(0, 20));
    }
  });

  it('returns null when its budget is exhausted', () => {
    const budget = { left: 100 };
    assert.isNull(compilePattern('(a+)+b').match(`${'a'.repeat(400)}b`, budget));
    assert.isBelow(budget.left, 0);
  });

  it('rejects invalid syntax, back references, lookaround and repeated empty matches', () => {
    assert.equal(refusal('(unclosed'), 'must be a regular expression');
    assert.equal(refusal('(a)\\1'), 'must not use back references');
    assert.equal(refusal('(?<x>a)\\k<x>'), 'must not use back references');
    for (const source of ['a(?=b)', 'a(?!b)', '(?<=a)b', '(?<!a)b'])
      assert.equal(refusal(source), 'must not use lookahead or lookbehind');
    assert.equal(refusal('(a*)*'), 'must not repeat a group that can match nothing');
  });

  it('rejects a pattern that is too long or has too many states', () => {
    assert.equal(refusal('a'.repeat(501)), 'must have at most 500 characters');
    assert.equal(refusal('((a{100}){100}){100}'), 'must be simpler');
    assert.equal(refusal('a{1000000000}'), 'must be simpler');
    assert.equal(refusal('a{0,1000000000}'), 'must be simpler');
  });

  const ATOMS = ['a', 'b', 'B', '.', '[ab]', '[^a]', '\\w', '\\s', '\\b', '\\B', '^', '$', '\\u{E9}', '\\.', '[\\]b]'];
  const QUANTIFIERS = ['', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,}', '{0,2}', '{1,3}?'];
  const fitsNothing = (atom: string): boolean => new RegExp(`^(?:${atom})$`, 'iu').test('') || /^\\[bB]$/.test(atom);

  const sources = (depth: number): fc.Arbitrary<string> => {
    const plain = fc.constantFrom(...ATOMS);
    const inner = depth === 0 ? null : sources(depth - 1);
    const atom = inner
      ? fc.oneof(
          plain,
          plain,
          inner.map((it) => `(${it})`),
          inner.map((it) => `(?:${it})`),
        )
      : plain;
    const part = fc
      .tuple(atom, fc.constantFrom(...QUANTIFIERS))
      .map(([it, quantifier]) => (fitsNothing(it) ? it : it + quantifier));
    const sequence = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
    return fc.array(sequence, { minLength: 1, maxLength: 2 }).map((options) => options.join('|'));
  };
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '.', ']', 'é'), maxLength: 12 });

  it('agrees with RegExp on every accepted pattern', () => {
    let accepted = 0;
    fc.assert(
      fc.property(sources(2), texts, (source, text) => {
        if (refusal(source) !== 'accepted') return;
        accepted += 1;
        const expected = new RegExp(source, 'iu').exec(text);
        assert.deepEqual(
          compilePattern(source).match(text, plenty()),
          expected && [...expected],
          `${source} on ${text}`,
        );
      }),
      { numRuns: 600 },
    );
    assert.isAbove(accepted, 300);
  });

  const PROPERTIES = ['\\p{L}', '\\P{Lu}', '\\p{Lu}', '\\p{Script=Greek}', '\\P{L}', '\\p{Any}'];
  const MEMBERS = [...PROPERTIES, 'a', 'Z', '-', '^', '\\^', '\\]', '\\d', '\\W', 'é-ü', '\\u{17F}', '[', '.', '\\\\'];
  const classes = fc
    .tuple(fc.constantFrom('', '^'), fc.array(fc.constantFrom(...MEMBERS), { minLength: 1, maxLength: 5 }))
    .map(([negation, members]) => `[${negation}${members.join('')}]`);
  const CHARACTERS = 'aAzZéÉſKkSsßẞİiıςσΣΩ1^-]_ \\漢'.split('');

  for (const flags of ['u', 'iu'] as const)
    it(`agrees with RegExp on every class with properties, with the flags ${flags}`, () => {
      let accepted = 0;
      fc.assert(
        fc.property(fc.oneof(classes, fc.constantFrom(...PROPERTIES)), (source) => {
          const isValid = isRegExp(source, flags);
          assert.equal(accepts(source, flags), isValid, source);
          if (!isValid) return;
          accepted += 1;
          const [pattern, expected] = [compilePattern(`^${source}$`, flags), new RegExp(`^${source}$`, flags)];
          for (const char of CHARACTERS)
            assert.equal(pattern.match(char, plenty()) !== null, expected.test(char), `${source} on ${char}`);
        }),
        { numRuns: 600 },
      );
      assert.isAbove(accepted, 200);
    });

  it('rejects properties that do not exist, and takes escaped ones for what they are', () => {
    for (const source of ['\\p{Nonsense}', '[a\\p{Nonsense}]', '\\p{L', '\\p', '\\\\p{L}'])
      assert.equal(refusal(source), 'must be a regular expression', source);
    assert.isNotNull(compilePattern('\\\\p').match('\\p', plenty()));
  });

  it('accepts or rejects any source without other errors', () => {
    fc.assert(fc.property(fc.string(), (source) => typeof refusal(source) === 'string'));
  });
});
