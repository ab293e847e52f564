import { assert } from 'chai';
import fc from 'fast-check';
import { toSpeechText } from '../../../domain/voice/speech-text.ts';

const TEXTS: Record<string, [written: string, speech: string][]> = {
  'emphasis, also nested in words and in halves': [
    ['**Very** *good*, __really__ ~~not~~ `bad`', 'Very good, really not bad'],
    ['这是**重点**。', '这是重点。'],
    ['**Important, please', 'Important, please'],
    ['listen to this**.', 'listen to this.'],
  ],
  'the targets of links and images': [
    ['See [our page](https://a.b/c?d=e) and ![a map](map.png).', 'See our page and a map.'],
  ],
  'headings, quotes and list marks': [
    ['# Title\n> said\n- one\n* two\n• three\n+ four', 'Title said one two three four'],
  ],
  'code fences': [['Run ```sh\nls -l\n``` now', 'Run ls -l now']],
  'emoji with skin tones, flags and joiners': [
    ['Bye 👋🏽 from 🇮🇳 and 👨‍👩‍👧!', 'Bye from and!'],
    ['Press 1️⃣ or #️⃣', 'Press 1 or #'],
  ],
  'surplus white space': [['  a\t\nb\u00a0 c  ', 'a b c']],
};

describe('toSpeechText', () => {
  for (const [without, pairs] of Object.entries(TEXTS))
    it(`removes ${without}`, () => {
      for (const [written, speech] of pairs) assert.equal(toSpeechText(written), speech);
    });

  it('keeps meaningful symbols', () => {
    for (const text of [
      '5 * 3 = 15',
      '2*3*4',
      'snake_case_name',
      'a - b',
      'Acme™ ©',
      '50 %',
      'C++ and C#',
      'e.g. 3.50',
    ])
      assert.equal(toSpeechText(text), text);
  });

  it('returns an empty text without words and numbers', () => {
    for (const text of ['', ' \n', '…', '👍', '---', '**', '"?!"']) assert.equal(toSpeechText(text), '');
  });

  it('is idempotent', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', ',', '1', 'न', '好', '\n', '"') });
    fc.assert(fc.property(words, (text) => assert.equal(toSpeechText(toSpeechText(text)), toSpeechText(text))));
  });
});
