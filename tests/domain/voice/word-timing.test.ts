import { assert } from 'chai';
import { wordEnds, type Stretch } from '../../../domain/voice/word-timing.ts';

/** A word of this many letters, syllables, and digits or symbols that are read out. */
const weight = (letters: number, syllables: number, readOut = 0): number =>
  0.2 + 0.71 * letters + 0.76 * syllables + 5.76 * readOut;
const CLAUSE = 4;
const SENTENCE = 8;

/** The words of a text: where each ends in it, its weight, and that of the pause after it. */
type Words = readonly (readonly [reached: number, weight: number, pause?: number])[];

const SOUND = { from: 1_000, to: 2_000 };

/** A sample rate at which punctuation without a silence costs 134 samples. */
const SAMPLE_RATE = 1_000;

const endsOf = (text: string, silences: readonly Stretch[] = []) =>
  wordEnds(text, SOUND, { silences, sampleRate: SAMPLE_RATE });

/** The ends of these words, when their weights share the stretch. */
function shared(words: Words, { from, to }: Stretch) {
  const total = words.reduce((sum, [, word, pause = 0], at) => sum + word + (at + 1 < words.length ? pause : 0), 0);
  let weightSoFar = 0;
  return words.map(([reached, word, pause = 0]) => {
    weightSoFar += word;
    const at = from + ((to - from) * weightSoFar) / total;
    weightSoFar += pause;
    return { reached, at };
  });
}

function assertEnds(actual: readonly { reached: number; at: number }[], expected: typeof actual): void {
  assert.deepEqual(
    actual.map(({ reached, at }) => [reached, at.toFixed(6)]),
    expected.map(({ reached, at }) => [reached, at.toFixed(6)]),
  );
}

describe('the estimated end of a word', () => {
  const TEXTS: readonly (readonly [what: string, text: string, words: Words])[] = [
    [
      'its letters and syllables',
      'hello cat',
      [
        [5, weight(5, 2)],
        [9, weight(3, 1)],
      ],
    ],
    [
      'no syllable of a silent e',
      'these ones',
      [
        [5, weight(5, 1)],
        [10, weight(4, 2)],
      ],
    ],
    [
      'a syllable of an e after a vowel, or alone',
      'queue the',
      [
        [5, weight(5, 1)],
        [9, weight(3, 1)],
      ],
    ],
    [
      'a syllable of each letter that is spelled',
      'USA now',
      [
        [3, weight(3, 3)],
        [7, weight(3, 1)],
      ],
    ],
    [
      'one syllable of a single capital',
      'A B',
      [
        [1, weight(1, 1)],
        [3, weight(1, 1)],
      ],
    ],
    [
      'accents like plain vowels',
      'voilà ok',
      [
        [5, weight(5, 2)],
        [8, weight(2, 1)],
      ],
    ],
    [
      'scripts without capitals as one syllable',
      '日本 ok',
      [
        [2, weight(2, 1)],
        [5, weight(2, 1)],
      ],
    ],
    [
      'each digit',
      '12 cats',
      [
        [2, weight(0, 0, 2)],
        [7, weight(4, 1)],
      ],
    ],
    [
      'a symbol with the word after it',
      'cost $5 more',
      [
        [4, weight(4, 1)],
        [7, weight(0, 0, 2)],
        [12, weight(4, 1)],
      ],
    ],
    [
      'a pause at a clause',
      'yes, now',
      [
        [3, weight(3, 1), CLAUSE],
        [8, weight(3, 1)],
      ],
    ],
    [
      'a longer pause at a sentence',
      'yes. now',
      [
        [3, weight(3, 1), SENTENCE],
        [8, weight(3, 1)],
      ],
    ],
    [
      'the first mark of several',
      'yes?, now',
      [
        [3, weight(3, 1), SENTENCE],
        [9, weight(3, 1)],
      ],
    ],
    [
      'no pause after the last word',
      'yes, now.',
      [
        [3, weight(3, 1), CLAUSE],
        [8, weight(3, 1)],
      ],
    ],
  ];
  for (const [what, text, words] of TEXTS)
    it(`counts ${what}: ${text}`, () => assertEnds(endsOf(text), shared(words, SOUND)));

  it('is nowhere in a text without words', () => {
    assert.isEmpty(endsOf(''));
    assert.isEmpty(endsOf(' …'));
  });

  // Words of equal weight: without silences they end at 1,250, 1,500, 1,750 and 2,000.
  const TEXT = 'one. two. ten. six';
  const WORD = weight(3, 1);
  const ALL: Words = [
    [3, WORD, SENTENCE],
    [8, WORD, SENTENCE],
    [13, WORD, SENTENCE],
    [18, WORD],
  ];

  it('is the silence at its punctuation, counted in sound', () => {
    const silences = [
      { from: 1_150, to: 1_350 },
      { from: 1_500, to: 1_700 },
    ];
    assertEnds(endsOf(TEXT, silences), [
      { reached: 3, at: 1_150 },
      { reached: 8, at: 1_500 },
      ...shared(ALL.slice(2), { from: 1_700, to: SOUND.to }),
    ]);
  });

  for (const [from, marked] of [
    [1_230, 1],
    [1_440, 2],
    [1_690, 3],
  ] as const)
    it(`is a silence at ${from} for word ${marked} of four`, () => {
      const ends = endsOf(TEXT, [{ from, to: from + 100 }]);
      assertEnds(ends, [
        ...shared(ALL.slice(0, marked), { from: SOUND.from, to: from }),
        ...shared(ALL.slice(marked), { from: from + 100, to: SOUND.to }),
      ]);
    });

  it('is not moved by a short silence far from punctuation, or after the last word', () => {
    assertEnds(
      endsOf('one. two', [{ from: 1_900, to: 1_910 }]),
      shared(
        [
          [3, WORD, SENTENCE],
          [8, WORD],
        ],
        SOUND,
      ),
    );
    assertEnds(
      endsOf('one. two.', [{ from: 1_880, to: 1_980 }]),
      shared(
        [
          [3, WORD, SENTENCE],
          [8, WORD],
        ],
        SOUND,
      ),
    );
  });

  for (const [what, silence] of [
    ['long silence far from its mark', { from: 1_150, to: 1_350 }],
    ['short silence near its mark', { from: 1_390, to: 1_410 }],
  ] as const)
    it(`is a ${what} rather than no silence`, () =>
      assertEnds(endsOf('one. two', [silence]), [
        { reached: 3, at: silence.from },
        { reached: 8, at: SOUND.to },
      ]));
});
