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
      'चिड़ियाघर के खुलने और बंद होने का समय क्या है',
      'यहां किसने नौकरी पाई',
      '几点开门？',
      '你们有没有停车场',
      '请问你们几点开门',
      '駐車場はどこですか',
    ])
      assert.isTrue(asks(question), question);
  });

  it('takes small talk and statements for none', () => {
    for (const statement of [
      'Thank you.',
      'Yes, please.',
      'I would like a table.',
      'That is great',
      '谢谢你',
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
    for (const none of ['What about it?', 'Sorry, I have got a quick question.', 'How are you?', 'Goodbye!'])
      assert.deepEqual(topicWords(none), [], none);
  });

  it('are what stands between function words where a script has no spaces', () => {
    assert.deepEqual(topicWords('请问上海的人口是多少？'), ['上海', '人口']);
    assert.deepEqual(topicWords('駐車場の料金はいくらですか'), ['駐車場', '料金']);
    assert.deepEqual(topicWords('喂你好吗'), []);
  });

  it('are the same in Hindi with and without the signs that many leave out', () => {
    for (const words of ['ज़रा बताइए फ़ोन कहाँ है', 'जरा बताइए फोन कहां है'])
      assert.deepEqual(topicWords(words), ['फोन'], words);
  });

  it('keep apostrophes and hyphens inside words', () => {
    assert.deepEqual(wordsIn("l'hôtel e-mail 'quoted'"), ['l’hôtel', 'e-mail', 'quoted']);
  });
});
