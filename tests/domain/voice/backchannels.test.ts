import { assert } from 'chai';
import { isBackchannel, isQuestion } from '../../../domain/voice/backchannels.ts';

const BACKCHANNELS: Record<string, string[]> = {
  en: ['mhm', 'Mm-hmm.', 'Uh-huh', 'Yes.', 'yeah, yeah', 'okay', 'OK, right', 'Sure!', 'I see', 'got it', 'Hmm'],
  'en-US': ['Yes, okay.'],
  hi: ['हाँ', 'हाँ जी', 'अच्छा', 'ठीक है', 'haan ji', 'okay'],
  es: ['Sí.', 'vale, vale', 'claro'],
  fr: ["D'accord.", 'd’accord', 'oui oui', 'ouais'],
  de: ['Ja, genau.', 'Mhm', 'ach so'],
  ja: ['はい', 'うん、うん', 'なるほど'],
  zh: ['嗯', '好的', '对，对'],
  ar: ['نعم', 'طيب'],
  ko: ['네, 네'],
  ta: ['ஆமாம்', 'சரி'],
  xx: ['mhm', 'I see'],
};
const WORDS: Record<string, string[]> = {
  en: ['', '…', 'No.', 'Stop', 'Yes but', 'What?', 'okay okay okay okay okay', 'wait', 'Hello', 'genau'],
  hi: ['नहीं', 'रुको', 'हाँ लेकिन'],
  de: ['nein', 'ja aber'],
  zh: ['不', '好的但是'],
};

describe('isBackchannel', () => {
  it('recognises the words of the language, English by default, in any case and punctuation', () => {
    for (const [language, texts] of Object.entries(BACKCHANNELS))
      for (const text of texts) assert.isTrue(isBackchannel(text, language), `${language}: ${text}`);
  });

  it('rejects texts with another word or more than four words', () => {
    for (const [language, texts] of Object.entries(WORDS))
      for (const text of texts) assert.isFalse(isBackchannel(text, language), `${language}: ${text}`);
  });
});

describe('isQuestion', () => {
  it('recognises the question marks of all scripts', () => {
    for (const text of ['Is it?', '你好吗？', 'كيف حالك؟', 'Τι κάνεις\u037E', 'He said "really?"', 'Is it? '])
      assert.isTrue(isQuestion(text), text);
    for (const text of ['It is.', 'Is it? Yes.', '']) assert.isFalse(isQuestion(text), text);
  });
});
