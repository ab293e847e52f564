import { likeness } from './text-similarity.ts';
import type { Recogniser } from './recogniser.ts';

/**
 * A phrase grammar hears one of its phrases in everything, general English hears every phrase a little wrong: where the
 * two texts are at least this alike, it was the phrase. Fitted on phrases and free sentences in several voices.
 */
const SAME = 0.48;
/** A sentence may begin with a phrase and go on: then it is longer than this lets it be. */
const SAME_LENGTH = 0.7;

/** Understands these phrases exactly and everything else roughly, by listening for both. */
export function eitherOf(phrases: Recogniser, english: Recogniser, known: readonly string[]): Recogniser {
  const whole = new Set(known);
  return {
    begin(preRoll, partial) {
      const soFar = { phrase: '', words: '' };
      const phrase = phrases.begin(preRoll, (text) => (soFar.phrase = text));
      const words = english.begin(
        preRoll,
        (text) => {
          soFar.words = text;
          partial(text);
        },
        async (text) => isPhrase(await phrase.result, text),
      );
      const both = [phrase, words];
      const results = Promise.all([phrase.result, words.result]);
      return {
        result: results.then(([one, other]) => (isPhrase(one, other) ? one : other)),
        get isWhole() {
          return whole.has(soFar.phrase) && isPhrase(soFar.phrase, soFar.words);
        },
        write: (audio) => both.forEach((one) => one.write(audio)),
        finish: () => both.forEach((one) => one.finish()),
        discard: () => both.forEach((one) => one.discard()),
      };
    },
    close() {
      phrases.close();
      english.close();
    },
  };
}

/** Whether what general English understood was this phrase. */
export function isPhrase(phrase: string, words: string): boolean {
  const lengths = [phrase.length, words.length];
  return Math.min(...lengths) >= SAME_LENGTH * Math.max(...lengths) && likeness(phrase, words) >= SAME;
}
