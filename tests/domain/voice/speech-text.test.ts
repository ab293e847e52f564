import { assert } from 'chai';
import fc from 'fast-check';
import { toSpeechText } from '../../../domain/voice/speech-text.ts';

const TEXTS: Record<string, [written: string, spoken: string][]> = {
  'emphasis, also nested in words and in halves': [
    ['**Very** *good*, __really__ ~~not~~ `bad`', 'Very good, really not bad'],
    ['这是**重点**。', '这是重点。'],
    ['**Important, please', 'Important, please'],
    ['listen to this**.', 'listen to this.'],
  ],
  'links and images, of which the words stay': [
    ['See [our page](https://a.b/c?d=e) and ![a map](map.png).', 'See our page and a map.'],
  ],
  'headings, quotes and list marks': [
    ['# Title\n> said\n- one\n* two\n• three\n+ four', 'Title said one two three four'],
  ],
  'code fences': [['Run ```sh\nls -l\n``` now', 'Run ls -l now']],
  'pictures, skin tones, flags and joined families': [
    ['Bye 👋🏽 from 🇮🇳 and 👨‍👩‍👧!', 'Bye from and!'],
    ['Press 1️⃣ or #️⃣', 'Press 1 or #'],
  ],
  'white space of all kinds': [['  a\t\nb\u00a0 c  ', 'a b c']],
};

describe('what is spoken of a text', () => {
  for (const [without, pairs] of Object.entries(TEXTS))
    it(`is its words without ${without}`, () => {
      for (const [written, spoken] of pairs) assert.equal(toSpeechText(written), spoken);
    });

  it('keeps marks that mean something', () => {
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

  it('is empty when there is no word and no number in it', () => {
    for (const text of ['', ' \n', '…', '👍', '---', '**', '"?!"']) assert.equal(toSpeechText(text), '');
  });

  it('is nothing new when it is taken twice', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', ',', '1', 'न', '好', '\n', '"') });
    fc.assert(fc.property(words, (text) => assert.equal(toSpeechText(toSpeechText(text)), toSpeechText(text))));
  });
});
