import { assert } from 'chai';
import { askingEnd } from '../../../domain/knowledge/asking-end.ts';

describe('askingEnd', () => {
  it('is the end of a long turn that asks about enough words', () => {
    const turn = 'my wife and I come from Leeds and would like to know how much the garden room costs';
    assert.equal(askingEnd(turn, 2), 'how much the garden room costs');
    assert.equal(askingEnd('we wondered if dogs can swim', 2), 'if dogs can swim');
    for (const none of ['the garden room costs how much', 'we come from Leeds', '', 'बगीचा कितने बजे खुलता है'])
      assert.equal(askingEnd(none, 2), '', none);
  });

  it('is the clause of the word that asks in Hindi, where the verb stands last', () => {
    const question = 'बगीचा शाम को कितने बजे खुलता है';
    for (const before of [
      'मैं अपने परिवार के लिए फोन कर रहा हूँ',
      'मेरी बहन कल आएगी',
      'मैंने सोचा आपसे पूछ लूँ',
      'मुझे यह जानना था कि',
      'आप मेरी मदद कीजिए',
      'क्या आप बता सकते हैं कि',
    ])
      assert.equal(askingEnd(`${before} ${question}`, 2), question, before);
  });

  it('begins in Hindi behind words of another language, unless they are a name', () => {
    assert.equal(askingEnd('hello my name is Ravi बगीचा कब खुलता है', 2), 'बगीचा कब खुलता है');
    assert.equal(askingEnd('Garden Room का किराया कितना है', 2), '');
  });

  it('begins earlier in Hindi where the last clause alone asks about too little', () => {
    assert.equal(askingEnd('मेरा नाम रवि है जो पुल पुणे में है उसका मालिक कौन है', 2), 'जो पुल पुणे में है उसका मालिक कौन है');
    assert.equal(askingEnd('हम परिवार के लिए इसलिए बगीचा कब देखें', 2), '', 'neither “for” nor “therefore” is an end');
    assert.equal(askingEnd('हम कल आएंगे और बगीचा देखेंगे', 2), '', 'nothing asks');
    assert.equal(askingEnd('हमारा गेहूँ कितने रुपये का है', 2), '', 'wheat is not a verb');
  });

  it('is what follows the words that announce a question, or a statement about the speaker, in Chinese', () => {
    const question = '超级碗的冠军教练是谁';
    for (const before of ['喂您好我是替我太太打电话的', '我们下个月要搬家我想知道', '你好请问一下', '麻烦您告诉我'])
      assert.equal(askingEnd(before + question, 2), question, before);
    for (const none of [question, '我想知道', '我是替我太太打电话的谢谢', '我的狗呢'])
      assert.equal(askingEnd(none, 2), '', none);
  });

  it('is what follows the announcement in Japanese and Thai', () => {
    assert.equal(
      askingEnd('家族のために電話しているのですが駐車場の料金はいくらですか', 2),
      '駐車場の料金はいくらですか',
    );
    assert.equal(askingEnd('ขอถามว่าที่จอดรถอยู่ที่ไหน?', 2), 'ที่จอดรถอยู่ที่ไหน?');
  });
});
