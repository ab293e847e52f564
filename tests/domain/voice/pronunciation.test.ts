import { assert } from 'chai';
import * as fc from 'fast-check';
import type { Pronunciation } from '../../../domain/agents/speech.ts';
import { pronunciationsIn } from '../../../domain/voice/pronunciation.ts';
import { speechForm } from '../../../domain/voice/speech-form.ts';

const entry = (term: string, say_as = '#', more: Partial<Pronunciation> = {}): Pronunciation => ({
  term,
  say_as,
  ...more,
});
const speechOf = (text: string, entries: readonly Pronunciation[], language = 'en'): string =>
  speechForm(text, pronunciationsIn(entries, language)(text), false).text;

describe('pronunciationsIn', () => {
  for (const [what, term, text, expected] of [
    ['a whole word', 'nginx', 'We run nginx.', 'We run #.'],
    ['every occurrence', 'cat', 'A cat, the cat: cat', 'A #, the #: #'],
    ['nothing inside another word', 'cat', 'concatenate cats bobcat cat_1', 'concatenate cats bobcat cat_1'],
    ['a possessive', 'Nguyen', "Nguyen's and Nguyen’s", "#'s and #’s"],
    ['no part of a contraction', 'can', "I can't, but you can", "I can't, but you #"],
    ['the word after an elision', 'Oréal', "l'Oréal", "l'#"],
    ['a term in lower case in any case', 'sql', 'SQL, Sql and sql', '#, # and #'],
    ['a term with a capital letter only as it is', 'US', 'The US told us', 'The # told us'],
    ['several words', 'new york', 'New York is not Newark', '# is not Newark'],
    ['a term with signs', 'C++', 'C++ or C', '# or C'],
    ['a term with digits, but not a longer number', '24/7', '24/7, not 124/7 or 24/70', '#, not 124/7 or 24/70'],
    ['Devanagari words with their vowel signs', 'राम', 'राम और रामा', '# और रामा'],
    ['Arabic words', 'سلمى', 'قالت سلمى هذا', 'قالت # هذا'],
    ['Chinese words between other letters', '重庆', '我在重庆工作', '我在#工作'],
    ['Thai words between other letters', 'ไทย', 'ภาษาไทย', 'ภาษา#'],
    ['a Latin word between Chinese letters', 'nginx', '我用nginx工作', '我用#工作'],
    ['letters with their accents composed or not', 'Zoë', 'Zoe\u0308 and Zoë', '# and #'],
    ['words beyond 16 bits', '𝒳', '𝒳 is not 𝒳𝒳', '# is not 𝒳𝒳'],
  ] as const)
    it(`finds ${what}`, () => assert.strictEqual(speechOf(text, [entry(term)]), expected));

  it('prefers the longest term, then the more specific language, then the first', () => {
    const entries = [
      entry('York', '1'),
      entry('New York', '2'),
      entry('tomato', '3'),
      entry('tomato', '4', { language: 'en' }),
      entry('tomato', '5', { language: 'en-GB' }),
      entry('tomato', '6', { language: 'en-GB' }),
    ];
    assert.strictEqual(speechOf('York, New York, tomato', entries, 'en-GB'), '1, 2, 5');
    assert.strictEqual(speechOf('tomato', entries, 'en'), '4');
    assert.strictEqual(speechOf('tomato', entries, 'fr'), '3');
  });

  it('applies an entry in its language, with and without region, and in no other', () => {
    const german = [entry('Chat', 'Tschätt', { language: 'de' })];
    assert.strictEqual(speechOf('Chat', german, 'de'), 'Tschätt');
    assert.strictEqual(speechOf('Chat', german, 'de-AT'), 'Tschätt');
    assert.strictEqual(speechOf('Chat', german, 'fr'), 'Chat');
    assert.strictEqual(speechOf('Chat', [entry('Chat', 'x', { language: 'de-AT' })], 'de'), 'Chat');
  });

  it('does not look for terms in what it replaced', () =>
    assert.strictEqual(speechOf('a b', [entry('a', 'b'), entry('b', 'a')]), 'b a'));

  it('finds, in order and without overlap, what a search at every word finds, and changes nothing else', () => {
    const words = fc.constantFrom('ab', 'AB', 'abc', 'ab c', 'é', 'ab-ab', '12', "ab's");
    const gaps = fc.constantFrom(' ', ', ', '. ', '-', ' "', '_', '');
    const texts = fc.array(fc.tuple(words, gaps), { maxLength: 8 }).map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(texts, fc.uniqueArray(words, { maxLength: 4 }), (text, terms) => {
        const found = pronunciationsIn(
          terms.map((term) => entry(term, `<${term}>`)),
          'en',
        )(text);
        let end = 0;
        for (const { from, to, say } of found) {
          assert.isAtLeast(from, end);
          assert.include([`<${text.slice(from, to)}>`, `<${text.slice(from, to).toLowerCase()}>`], say);
          assert.notMatch(text.slice(0, from), /[\p{L}\p{M}\p{N}_]$/u);
          assert.notMatch(text.slice(to), /^[\p{L}\p{M}\p{N}_]/u);
          end = to;
        }
        const rest = speechForm(
          text,
          found.map((each) => ({ ...each, say: '' })),
          false,
        ).text;
        for (const term of terms) assert.notInclude(rest.split(/[^\p{L}\p{M}\p{N}_']+/u), term);
      }),
    );
  });
});
