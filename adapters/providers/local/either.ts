import { likeness } from './likeness.ts';
import type { Recogniser } from './recogniser.ts';

/**
 * A phrase grammar hears one of its phrases in everything, general English hears every phrase a little wrong: where the
 * two texts are at least this alike, it was the phrase. Fitted on phrases and free sentences in four voices.
 */
const SAME = 0.48;

/** Understands phrases exactly and everything else roughly, by listening for both. */
export function eitherOf(phrases: Recogniser, english: Recogniser): Recogniser {
  return {
    begin(preRoll, partial) {
      const both = [phrases.begin(preRoll, () => undefined), english.begin(preRoll, partial)] as const;
      const result = Promise.all([both[0].result, both[1].result]).then(([phrase, words]) =>
        likeness(phrase, words) >= SAME ? phrase : words,
      );
      return {
        result,
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
