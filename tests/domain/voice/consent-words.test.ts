import { assert } from 'chai';
import { asksToStopRecording, consentAnswerIn, consentQuestionIn } from '../../../domain/voice/consent-words.ts';

type Answer = 'yes' | 'no' | null;

const ANSWERS: Readonly<Record<string, readonly (readonly [string, Answer])[]>> = {
  en: [
    ['Yes.', 'yes'],
    ['Yeah, sure, go ahead!', 'yes'],
    ['Okay, that’s fine with me', 'yes'],
    ['Of course.', 'yes'],
    ['No problem', 'yes'],
    ["I don't mind.", 'yes'],
    ['No', 'no'],
    ['No, I would really prefer that you did not do that', 'no'],
    ['Of course not', 'no'],
    ["I don't agree", 'no'],
    ['Not okay', 'no'],
    ['You may not.', 'no'],
    ['Yes. No, wait, no.', 'no'],
    ['Okay, but please do not record this', 'no'],
    ['What do you need it for?', null],
    ['Okay, what for?', null],
    ['Okay what for', null],
    ['Yes, hello, I would like to book a table for two', null],
    ['Okay, I do not understand you', null],
    ['You can not', null],
    ['I was there yesterday', null],
    ['', null],
  ],
  de: [
    ['Ja, gerne.', 'yes'],
    ['Ja, das ist in Ordnung', 'yes'],
    ['Kein Problem', 'yes'],
    ['Nein.', 'no'],
    ['Nicht einverstanden', 'no'],
    ['Das möchte ich nicht', 'no'],
    ['Ich möchte nicht aufgezeichnet werden', 'no'],
    ['Ja, worum geht es denn überhaupt bei diesem Anruf', null],
  ],
  fr: [
    ['Oui, d’accord', 'yes'],
    ['Pas de problème', 'yes'],
    ['Non', 'no'],
    ["Je ne suis pas d'accord", 'no'],
    ['Oui ? Pourquoi donc ?', null],
  ],
  es: [
    ['Sí, claro que sí', 'yes'],
    ['No me importa', 'yes'],
    ['Claro que no', 'no'],
    ['No', 'no'],
  ],
  it: [
    ['Sì, va bene', 'yes'],
    ['Non va bene', 'no'],
    ['No, grazie', 'no'],
  ],
  pt: [
    ['Sim, pode gravar', 'yes'],
    ['Não me importo', 'yes'],
    ['Não pode', 'no'],
  ],
  nl: [
    ['Ja, dat is goed', 'yes'],
    ['Liever niet', 'no'],
    ['Dat is niet goed', 'no'],
  ],
};

describe('words of consent', () => {
  for (const [language, answers] of Object.entries(ANSWERS))
    it(`differ from refusals and from anything else in ${language}`, () => {
      const regional = `${language}-XX`;
      assert.deepEqual(
        answers.map(([words]) => [words, consentAnswerIn(words, regional)]),
        answers.map(([words, answer]) => [words, answer]),
      );
      assert.isString(consentQuestionIn(regional));
    });

  it('are left to the model in other languages, which have no question either', () => {
    assert.isNull(consentAnswerIn('yes', 'ja'));
    assert.isNull(consentQuestionIn('ja'));
    assert.isFalse(asksToStopRecording('stop recording', 'ja'));
  });

  it('stop the recording where they ask for it, anywhere in a sentence', () => {
    const requests: readonly (readonly [string, string])[] = [
      ['en', 'Well, could you stop recording now, please?'],
      ['de', 'Bitte beenden Sie die Aufnahme.'],
      ['fr', "Arrêtez l'enregistrement, s'il vous plaît."],
      ['es', 'Deje de grabar, por favor.'],
      ['it', 'Smetta di registrare.'],
      ['pt', 'Pare de gravar, por favor.'],
      ['nl', 'Stop met opnemen alstublieft.'],
    ];
    for (const [language, words] of requests) assert.isTrue(asksToStopRecording(words, language), words);
    assert.isFalse(asksToStopRecording('I heard a recording at your door', 'en'));
  });
});
