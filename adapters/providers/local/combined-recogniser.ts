import { textSimilarity } from './text-similarity.ts';
import type { Recogniser } from './recogniser.ts';

/**
 * Similarity above which both texts are the same phrase. A phrase grammar maps any speech to a phrase, and general
 * English misses a few words. Fitted on phrases and free sentences in several voices.
 */
const SIMILARITY_MIN = 0.48;
/** Minimum ratio of lengths. Excludes sentences that only begin with a phrase. */
const LENGTH_RATIO_MIN = 0.7;

/** Recognises these phrases exactly and other speech roughly, by running both recognisers. */
export function combineRecognisers(phrases: Recogniser, english: Recogniser, known: readonly string[]): Recogniser {
  const whole = new Set(known);
  return {
    startUtterance(preRoll, partial) {
      const soFar = { phrase: '', words: '' };
      const phrase = phrases.startUtterance(preRoll, (text) => (soFar.phrase = text));
      const words = english.startUtterance(
        preRoll,
        (text) => {
          soFar.words = text;
          partial(text);
        },
        async (text) => isPhrase(await phrase.result, text),
      );
      const both = [phrase, words];
      const results = Promise.all([phrase.result, words.result]);
      let recognised = words;
      return {
        result: results.then(([one, other]) => {
          if (isPhrase(one, other)) recognised = phrase;
          return recognised === phrase ? one : other;
        }),
        get words() {
          return recognised.words;
        },
        get isComplete() {
          return whole.has(soFar.phrase) && isPhrase(soFar.phrase, soFar.words);
        },
        write: (audio) => both.forEach((one) => one.write(audio)),
        end: () => both.forEach((one) => one.end()),
        discard: () => both.forEach((one) => one.discard()),
      };
    },
    close() {
      phrases.close();
      english.close();
    },
  };
}

/** Whether general English recognised this phrase. */
export function isPhrase(phrase: string, words: string): boolean {
  const lengths = [phrase.length, words.length];
  return (
    Math.min(...lengths) >= LENGTH_RATIO_MIN * Math.max(...lengths) && textSimilarity(phrase, words) >= SIMILARITY_MIN
  );
}
