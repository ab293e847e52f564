import { assert } from 'chai';
import { filled } from '../../../domain/script/filled-reply.ts';

const NONE = { knowledge: '', answer: '' };

describe('a filled reply', () => {
  it('ends a sentence once that words with a mark of their own complete', () => {
    for (const [words, template, expected] of [
      ['We met.', 'You said $&.', 'You said We met.'],
      ['We met', 'You said $&.', 'You said We met.'],
      ['Where? ', 'You said: $&. And now?', 'You said: Where? And now?'],
      ['He said “hi.”', 'You said: $&.', 'You said: He said “hi.”'],
      ['My name is Ada.', 'Is it $&?', 'Is it My name is Ada?'],
      ['Wait.', 'You said $&...', 'You said Wait...'],
      ['हम मिले।', '$&.', 'हम मिले।'],
      ['你好。', '$&.', '你好。'],
      ['你好。', '你说$&？好。', '你说你好？好。'],
      ['हम मिले।', 'आपने कहा $&। ठीक है', 'आपने कहा हम मिले। ठीक है'],
      ['a.', '$&.json at $$. $&', 'a..json at $. a.'],
    ] as const)
      assert.equal(filled(template, [words], NONE), expected);
    const facts = { knowledge: 'We open at nine.', answer: 'It is booked.' };
    assert.equal(filled('Good: {{answer}}. {{knowledge}}.', [''], facts), 'Good: It is booked. We open at nine.');
  });

  it('is as it was written where nothing is inserted', () => {
    assert.equal(filled('It costs $5. Good.', ['x'], NONE), 'It costs $5. Good.');
    assert.equal(filled('For $1, at $2.', ['', 'two', undefined], NONE), 'For two, at .');
  });
});
