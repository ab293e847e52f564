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
  'sentence by sentence': ['It is noon. The sun is out! Is it?', ['It is noon.', 'The sun is out!', 'Is it?']],
  'with the first clause early, and only the first': [
    'Thank you so much, dear caller. Well, then, goodbye.',
    ['Thank you so much,', 'dear caller.', 'Well, then, goodbye.'],
  ],
  'without a first clause that is too short': ['Yes, I think so. Sure.', ['Yes, I think so.', 'Sure.']],
  'with short sentences put together': ['Hi. I am Ada. Oh. No! Yes.', ['Hi. I am Ada.', 'Oh. No!', 'Yes.']],
  'without a border in numbers': [
    'It costs 3.50, or 1,000.25 in all. Fine by me.',
    ['It costs 3.50,', 'or 1,000.25 in all.', 'Fine by me.'],
  ],
  'without a border in abbreviations': [
    'Dr. Who met Mrs. X at 5 p.m. in the U.S. e.g. here. The end is near.',
    ['Dr. Who met Mrs. X at 5 p.m. in the U.S. e.g. here.', 'The end is near.'],
  ],
  'with closing marks kept to their sentence': [
    'He said "hello!" (twice.) Then he left.',
    ['He said "hello!"', '(twice.)', 'Then he left.'],
  ],
  'in Hindi': ['नमस्ते। आप कैसे हैं? मैं ठीक हूँ॥ धन्यवाद', ['नमस्ते।', 'आप कैसे हैं?', 'मैं ठीक हूँ॥', 'धन्यवाद']],
  'in Chinese and Japanese': [
    '你好。你今天怎么样？我很好！はい、元気です。',
    ['你好。你今天怎么样？', '我很好！はい、元気です。'],
  ],
  'in Arabic and Urdu': [
    'كيف حالك اليوم؟ أنا بخير، شكرا. یہ ٹھیک ہے۔ جی',
    ['كيف حالك اليوم؟', 'أنا بخير، شكرا.', 'یہ ٹھیک ہے۔', 'جی'],
  ],
  'of a list, line by line': [
    'Choose:\n1. Small room\n2. Large room\n- None',
    ['Choose:', '1. Small room', '2. Large room', 'None'],
  ],
  'without markdown and pictures': [
    '**Good morning, everyone!** Read [our page](https://a.b/c.d?e=f) *now*. 👍🏽 Bye ☎️',
    ['Good morning,', 'everyone!', 'Read our page now.', 'Bye'],
  ],
  'of nothing to say': [' … 🎉 **  ** \n', []],
};

describe('an answer is spoken', () => {
  for (const [how, [text, segments]] of Object.entries(TEXTS))
    it(how, () => {
      assert.deepEqual(segmentsOf([text]), segments);
      assert.deepEqual(segmentsOf([...text]), segments, 'character by character');
    });

  it('as soon as a border is certain, and not before', () => {
    const { segments, rest } = takeSentences(NO_PENDING_TEXT, 'It is noon.');
    assert.deepEqual(segments, []);
    assert.deepEqual(takeSentences(rest, '5 degrees. ').segments, ['It is noon.5 degrees.']);
    assert.deepEqual(takeSentences(rest, ' ').segments, ['It is noon.']);
    assert.deepEqual(takeSentences(NO_PENDING_TEXT, 'मैं ठीक हूँ।').segments, ['मैं ठीक हूँ।']);
  });

  it('also when it never ends: cut at a space, or anywhere when there is none', () => {
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

  it('in the same segments however the model cuts its stream, and without losing a word', () => {
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

  it('with every word of any text, whatever its characters', () => {
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
