import { assert } from 'chai';
import { isAssent } from '../../../domain/voice/assent.ts';

const ASSENT: Record<string, string[]> = {
  en: ['Okay.', 'Yes, please.', 'Okay, thank you very much.', 'Thanks!', 'Perfect, thanks', 'sure, go ahead'],
  'en-GB': ['Lovely, thank you.'],
  de: ['Ja, danke.', 'Alles klar, vielen Dank!', 'In Ordnung.'],
  fr: ["D'accord, merci.", "Oui, s'il vous plaît."],
  es: ['Vale, gracias.', 'Sí, por favor.'],
  hi: ['जी धन्यवाद', 'ठीक है'],
  ja: ['はい、お願いします', 'ありがとうございます'],
  ko: ['네, 감사합니다'],
  zh: ['好的，谢谢'],
  th: ['ครับ ขอบคุณครับ'],
  xx: ['ok thanks'],
};

const OTHER: Record<string, string[]> = {
  en: ['', '…', 'No.', 'No, thank you', 'Wait', 'Okay, but not billing', 'Yes, it is about my invoice', '[keypad] 1'],
  de: ['Nein danke', 'Moment', 'danke nein'],
  fr: ['Non merci', 'pas maintenant'],
  zh: ['不用了'],
};

describe('isAssent', () => {
  it('recognises agreement and thanks in the language of the call', () => {
    for (const [language, texts] of Object.entries(ASSENT))
      for (const text of texts) assert.isTrue(isAssent(text, language), `${language}: ${text}`);
  });

  it('rejects questions, which ask to hear it again', () => {
    const questions = { de: ['Bitte?', 'Ja bitte?'], it: ['Prego?'], en: ['Okay?', 'Please?'], zh: ['好的？'] };
    for (const [language, texts] of Object.entries(questions))
      for (const text of texts) assert.isFalse(isAssent(text, language), `${language}: ${text}`);
    assert.isTrue(isAssent('Bitte.', 'de'));
  });

  it('rejects texts that say something else, or more than six words', () => {
    for (const [language, texts] of Object.entries(OTHER))
      for (const text of texts) assert.isFalse(isAssent(text, language), `${language}: ${text}`);
    assert.isFalse(isAssent('yes yes yes yes yes yes yes', 'en'));
  });
});
