import { assert } from 'chai';
import fc from 'fast-check';
import { DomainError } from '../../../domain/errors.ts';
import { pattern } from '../../../domain/script/pattern.ts';

const refusal = (source: string): string => {
  try {
    pattern(source);
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'invalid') return error.message;
    throw error;
  }
  return 'accepted';
};

describe('a pattern of a script', () => {
  it('finds what a regular expression finds, groups included', () => {
    assert.deepEqual(pattern('my name is (\\w+)(?: (\\w+))?').match('Well, my name is Ada'), [
      'my name is Ada',
      'Ada',
      undefined,
    ]);
  });

  it('takes no notice of case, in any script', () => {
    assert.isNotNull(pattern('ÉCLAIR|नमस्ते').match('un éclair'));
    assert.isNotNull(pattern('ÉCLAIR|नमस्ते').match('नमस्ते'));
  });

  it('answers null when nothing fits', () => {
    assert.isNull(pattern('^yes$').match('yes please'));
  });

  it('answers as quickly for a pattern that would keep a backtracking engine busy for ever', () => {
    const text = 'a'.repeat(400);
    for (const source of ['(a+)+$b', '(?:a|a)+b', '(a?){0,60}a{60}b', '.*.*.*.*.*.*b', '(?:a|aa)(?:a|aa)(?:a|aa)+b']) {
      if (refusal(source) !== 'accepted') continue;
      assert.isNull(pattern(source).match(text), source);
    }
  }).timeout(2_000);

  it('refuses what is no regular expression, refers back, looks around or repeats what may be empty', () => {
    assert.equal(refusal('(unclosed'), 'must be a regular expression');
    assert.equal(refusal('(a)\\1'), 'must not refer back to a group');
    assert.equal(refusal('(?<x>a)\\k<x>'), 'must not refer back to a group');
    for (const source of ['a(?=b)', 'a(?!b)', '(?<=a)b', '(?<!a)b'])
      assert.equal(refusal(source), 'must not look ahead or behind');
    assert.equal(refusal('(a*)*'), 'must not repeat what may be empty');
  });

  it('refuses a pattern that is too long, also when only its counts make it so', () => {
    assert.equal(refusal('a'.repeat(501)), 'must have at most 500 characters');
    assert.equal(refusal('((a{100}){100}){100}'), 'must be simpler');
    assert.equal(refusal('a{1000000000}'), 'must be simpler');
    assert.equal(refusal('a{0,1000000000}'), 'must be simpler');
  });

  const { source } = fc.letrec<{ source: string; part: string; atom: string }>((tie) => ({
    source: fc
      .array(fc.array(tie('part'), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
      .map((options) => options.map((parts) => parts.join('')).join('|')),
    part: fc
      .tuple(
        tie('atom'),
        fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,}', '{0,2}', '{1,3}?'),
      )
      .map(([atom, quantifier]) => (/^(?:\^|\$|\\b|\\B)$/.test(atom) ? atom : atom + quantifier)),
    atom: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(
        'a',
        'b',
        'B',
        '.',
        '[ab]',
        '[^a]',
        '\\w',
        '\\s',
        '\\b',
        '\\B',
        '^',
        '$',
        '\\u{1F600}',
        '\\.',
        '[\\]b]',
      ),
      tie('source').map((inner) => `(${inner})`),
      tie('source').map((inner) => `(?:${inner})`),
    ),
  }));
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '.', ']', '😀'), maxLength: 12 });

  it('agrees with the language on every pattern it accepts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(source, text, (source, text) => {
        if (refusal(source) !== 'accepted') return;
        accepted += 1;
        const expected = new RegExp(source, 'iu').exec(text);
        assert.deepEqual(pattern(source).match(text), expected && [...expected], `${source} on ${text}`);
      }),
      { numRuns: 3_000 },
    );
    assert.isAbove(accepted, 500);
  });

  it('accepts or refuses any text, and breaks on none', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (source) => typeof refusal(source) === 'string'));
  });
});
