import { assert } from 'chai';
import fc from 'fast-check';
import { NO_PENDING_TEXT, takeRest, takeSentences } from '../../../domain/voice/sentences.ts';
import { toSpeechText } from '../../../domain/voice/speech-text.ts';

/** The segments of a text that arrives in these chunks. */
function segmentsOf(chunks: readonly string[]): string[] {
  let rest = NO_PENDING_TEXT;
  const segments: string[] = [];
  for (const chunk of chunks) {
    const taken = takeSentences(rest, chunk);
    segments.push(...taken.segments);
    ({ rest } = taken);
  }
  return [...segments, ...takeRest(rest)];
}

const TEXTS: Record<string, [text: string, segments: string[]]> = {
  'ends segments at sentences': ['It is noon. The sun is out! Is it?', ['It is noon.', 'The sun is out!', 'Is it?']],
  'takes the first clause early, and only the first': [
    'Thank you so much, dear caller. Well, then, goodbye.',
    ['Thank you so much,', 'dear caller.', 'Well, then, goodbye.'],
  ],
  'keeps a first clause that is too short': ['Yes, I think so. Sure.', ['Yes, I think so.', 'Sure.']],
  'joins short sentences': ['Hi. I am Ada. Oh. No! Yes.', ['Hi. I am Ada.', 'Oh. No!', 'Yes.']],
  'keeps numbers whole': [
    'It costs 3.50, or 1,000.25 in all. Fine by me.',
    ['It costs 3.50,', 'or 1,000.25 in all.', 'Fine by me.'],
  ],
  'keeps abbreviations whole': [
    'Dr. Who met Mrs. X at 5 p.m. in the U.S. e.g. here. The end is near.',
    ['Dr. Who met Mrs. X at 5 p.m. in the U.S. e.g. here.', 'The end is near.'],
  ],
  'keeps closing marks with their sentence': [
    'He said "hello!" (twice.) Then he left.',
    ['He said "hello!"', '(twice.)', 'Then he left.'],
  ],
  'splits Hindi': ['नमस्ते। आप कैसे हैं? मैं ठीक हूँ॥ धन्यवाद', ['नमस्ते।', 'आप कैसे हैं?', 'मैं ठीक हूँ॥', 'धन्यवाद']],
  'splits Chinese and Japanese': [
    '你好。你今天怎么样？我很好！はい、元気です。',
    ['你好。你今天怎么样？', '我很好！はい、元気です。'],
  ],
  'splits Arabic and Urdu': [
    'كيف حالك اليوم؟ أنا بخير، شكرا. یہ ٹھیک ہے۔ جی',
    ['كيف حالك اليوم؟', 'أنا بخير، شكرا.', 'یہ ٹھیک ہے۔', 'جی'],
  ],
  'splits a list at its lines': [
    'Choose:\n1. Small room\n2. Large room\n- None',
    ['Choose:', '1. Small room', '2. Large room', 'None'],
  ],
  'removes Markdown and emoji': [
    '**Good morning, everyone!** Read [our page](https://a.b/c.d?e=f) *now*. 👍🏽 Bye ☎️',
    ['Good morning,', 'everyone!', 'Read our page now.', 'Bye'],
  ],
  'yields nothing for text without words': [' … 🎉 **  ** \n', []],
};

describe('splitting of a reply', () => {
  for (const [how, [text, segments]] of Object.entries(TEXTS))
    it(how, () => {
      assert.deepEqual(segmentsOf([text]), segments);
      assert.deepEqual(segmentsOf([...text]), segments, 'character by character');
    });

  it('waits until a boundary is certain', () => {
    const { segments, rest } = takeSentences(NO_PENDING_TEXT, 'It is noon.');
    assert.deepEqual(segments, []);
    assert.deepEqual(takeSentences(rest, '5 degrees. ').segments, ['It is noon.5 degrees.']);
    assert.deepEqual(takeSentences(rest, ' ').segments, ['It is noon.']);
    assert.deepEqual(takeSentences(NO_PENDING_TEXT, 'मैं ठीक हूँ।').segments, ['मैं ठीक हूँ।']);
  });

  it('cuts endless text at a space, or anywhere when there is none', () => {
    const words = segmentsOf(['endless '.repeat(80)]);
    assert.deepEqual(new Set(words.join(' ').split(' ')), new Set(['endless']));
    assert.isAtMost(Math.max(...words.map(({ length }) => length)), 240);
    assert.deepEqual(
      segmentsOf(['好'.repeat(500)]).map(({ length }) => length),
      [240, 240, 20],
    );
    assert.isAtMost(Math.max(...segmentsOf([`${'endless '.repeat(80)}. End.`]).map(({ length }) => length)), 240);
  });

  const tokens = fc.constantFrom(
    ...['word', 'a', 'Longer', 'नमस्ते', '你好', 'شكرا', '3.50', 'e.g.', 'Dr.', 'U.S.', '10,000', 'x'.repeat(50)],
    ...['. ', '! ', '?', ', ', ': ', '; ', '… ', '।', '。', '？', '،', '"', '” ', ')', ' ', ' ', ' ', '\n', '...', '.'],
  );
  const chunked = fc.array(tokens, { maxLength: 60 }).chain((parts) => {
    const text = parts.join('');
    return fc.tuple(fc.constant(text), fc.array(fc.nat({ max: text.length }), { maxLength: 40 }));
  });
  const cut = (text: string, places: readonly number[]): string[] => {
    const borders = [0, ...places.toSorted((a, b) => a - b), text.length];
    return borders.slice(1).map((border, index) => text.slice(borders[index], border));
  };
  const bare = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

  it('yields the same segments for any chunks and loses no word', () => {
    fc.assert(
      fc.property(chunked, ([text, places]) => {
        const segments = segmentsOf(cut(text, places));
        // Marks that come late stay behind: a sentence of these scripts does not wait for what may follow its stop.
        assert.deepEqual(segments.map(bare), segmentsOf([text]).map(bare));
        assert.equal(bare(segments.join('')), bare(toSpeechText(text)));
        for (const segment of segments) assert.equal(segment, toSpeechText(segment));
      }),
      // What is cut off may be nothing to speak, and its marks late nevertheless.
      { numRuns: 3_000, examples: [[[', ). 。？word？word', [6]]]] },
    );
  });

  it('keeps every word of any text', () => {
    const anything = fc.string({ unit: 'grapheme', maxLength: 600 });
    fc.assert(
      fc.property(anything, fc.array(fc.nat({ max: 600 }), { maxLength: 20 }), (text, places) => {
        const joined = segmentsOf(cut(text, places)).join(' ');
        assert.isFalse(/\s{2}/u.test(joined));
        assert.equal(bare(joined), bare(segmentsOf([text]).join(' ')));
      }),
    );
  });
});
