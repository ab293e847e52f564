import { assert } from 'chai';
import { agrees, asks, topicWords, wordsIn } from '../../../domain/knowledge/question-words.ts';

describe('asks', () => {
  it('knows questions by their mark or their words, in several languages', () => {
    for (const question of [
      'Parking?',
      'do you have a pool',
      'so what does the spa cost',
      'wann habt ihr offen',
      'gibt es eine sauna',
      'où est le parking',
      'hay piscina',
      'quanto costa la camera',
      'onde fica o hotel',
      'hoe laat is het ontbijt',
      'दुकान कब खुलती है',
      '几点开门？',
    ])
      assert.isTrue(asks(question), question);
  });

  it('takes small talk and statements for none', () => {
    for (const statement of [
      'Thank you.',
      'Yes, please.',
      'I would like a table.',
      'That is great',
      'Das ist toll.',
      '',
    ])
      assert.isFalse(asks(statement), statement);
  });
});

describe('agrees', () => {
  it('is true of words that do nothing else', () => {
    for (const words of ['Yes.', 'yes please', 'Ja, gerne!', 'oui', 'Sí, claro', 'हाँ'])
      assert.isTrue(agrees(words), words);
    for (const words of ['', 'Thanks', 'yes but what about parking', 'Sure, the red one', 'ok when'])
      assert.isFalse(agrees(words), words);
  });
});

describe('topicWords', () => {
  it('are the words that name a topic', () => {
    assert.deepEqual(topicWords('How much does the Garden Suite cost?'), ['garden', 'suite', 'cost']);
    assert.deepEqual(topicWords('What about it?'), []);
  });

  it('keep apostrophes and hyphens inside words', () => {
    assert.deepEqual(wordsIn("l'hôtel e-mail 'quoted'"), ['l’hôtel', 'e-mail', 'quoted']);
  });
});
