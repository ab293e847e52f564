import { assert } from 'chai';
import { waitForLook } from '../../../domain/voice/end-of-turn-waits.ts';
import { UNFINISHED_WORDS } from '../../../domain/voice/unfinished-words.ts';
import { normalisedWords, wordsLook, type WordsLook } from '../../../domain/voice/words-look.ts';

describe('wordsLook', () => {
  const LOOKS: readonly (readonly [WordsLook, language: string, ...texts: string[]])[] = [
    [
      'incomplete',
      'en',
      'I would like a table and',
      'My name is',
      'Because.',
      'I’m',
      'I live in the',
      'Well,',
      'It was...',
    ],
    ['incomplete', 'en-US', 'I need to'],
    ['incomplete', 'de', 'Ich möchte einen Tisch und', 'Mein Name ist', 'Ich heiße', 'Das ist für'],
    ['incomplete', 'es', 'Me llamo', 'Quiero una mesa para', 'y', 'Mi número es'],
    ['incomplete', 'fr', 'Je m’appelle', 'Je voudrais', 'C’est pour'],
    ['incomplete', 'hi', 'मेरा नाम', 'मुझे चाय और', 'Mujhe table chahiye aur'],
    ['incomplete', 'pt', 'Meu nome é', 'Quero uma mesa para'],
    ['incomplete', 'it', 'Mi chiamo', 'Vorrei', 'Un tavolo per'],
    ['filler', 'en', 'I need, um', 'Uh.', 'Let me see...'],
    ['filler', 'de', 'Ich brauche äh'],
    ['filler', 'fr', 'Alors, euh'],
    ['digits', 'en', 'It is four one five', '0 7 7', '0177 42', '4155551', 'S M I'],
    ['digits', 'de-DE', 'Die Nummer ist null eins sieben'],
    ['digits', 'hi', 'नौ आठ सात', '९८७ ६५'],
    ['complete', 'en', 'What is it to?', '“And?”'],
    ['complete', 'ja', 'そして？'],
    [
      'open',
      'en',
      'What time is it',
      'I think so',
      'Uh-huh',
      'Seven',
      '150',
      '10:30',
      'Two',
      'I do not want to',
      '',
      '…',
    ],
    ['open', 'de', 'Kommst du mit', 'Ich will das'],
    ['open', 'pt', 'O que'],
    ['open', 'ja', 'そして', '1 2 3 4'],
  ];
  for (const [look, language, ...texts] of LOOKS)
    for (const text of texts)
      it(`finds “${text}” ${look} in ${language}`, () => {
        assert.equal(wordsLook(text, language), look);
      });

  it('has unfinished words, fillers and digits in lower case for seven languages', () => {
    assert.sameMembers([...UNFINISHED_WORDS.keys()], ['en', 'de', 'es', 'fr', 'hi', 'pt', 'it']);
    for (const { incomplete, fillers, digits } of UNFINISHED_WORDS.values())
      for (const words of [incomplete, fillers, digits]) {
        assert.isAtLeast(words.length, 4);
        for (const word of words) assert.equal(word, word.toLowerCase().replaceAll(/\s+/g, ' '));
      }
  });
});

describe('normalisedWords', () => {
  it('ignores case and punctuation', () => {
    assert.equal(normalisedWords(' What’s, the TIME? '), 'what s the time');
  });
});

describe('waitForLook', () => {
  it('is less than a second, and 0 unless the words look unfinished', () => {
    assert.deepEqual(
      (['complete', 'open', 'incomplete', 'digits', 'filler'] as const).map((look) => waitForLook([], look, 'en')),
      [0, 0, 800, 900, 700],
    );
  });

  it('is replaced by the settings of the language and of nothing else', () => {
    const waits = [
      { language: 'en', look: 'digits', waitMs: 1_500 },
      { language: 'en-GB', look: 'digits', waitMs: 1_200 },
      { language: 'en', look: 'open', waitMs: 0 },
    ] as const;
    assert.equal(waitForLook(waits, 'digits', 'en-US'), 1_500);
    assert.equal(waitForLook(waits, 'digits', 'en-GB'), 1_200);
    assert.equal(waitForLook(waits, 'digits', 'de'), 900);
    assert.equal(waitForLook(waits, 'filler', 'en'), 700);
  });
});
