import { trigramsOf } from './lexical-codes.ts';
import { extentOf, shortness } from './lexical-shortness.ts';
import { profileOf, type Profile } from '../lib/words.ts';

/** Words match as typos when they share this much of their trigrams and have this many letters. */
const SLIP = { likeness: 0.5, letters: 5 } as const;

/**
 * The distance of texts from the question with one dimension per word: like the vectors, but without the noise of words
 * that share dimensions.
 */
export function comparison(question: string): (text: string) => number {
  const questionProfile = profileOf(question);
  const questionExtent = extentOf(questionProfile);
  return (text) => {
    const textProfile = profileOf(text);
    const extents = questionExtent * extentOf(textProfile);
    if (extents === 0) return 1;
    let inner = 0;
    for (const [stem, weight] of questionProfile)
      inner += weight * (textProfile.get(stem) ?? slipOf(stem, textProfile));
    return 1 - (inner / extents) * shortness(textProfile);
  };
}

/** The weight of a word that the text spells differently. */
function slipOf(stem: string, textProfile: Profile): number {
  if (stem.length < SLIP.letters) return 0;
  const trigrams = new Set(trigramsOf(stem));
  let best = 0;
  for (const [other, weight] of textProfile) {
    if (other.charCodeAt(0) !== stem.charCodeAt(0) || Math.abs(other.length - stem.length) > 2) continue;
    const likeness = dice(trigrams, trigramsOf(other));
    if (likeness >= SLIP.likeness) best = Math.max(best, likeness * weight);
  }
  return best;
}

function dice(trigrams: ReadonlySet<string>, others: readonly string[]): number {
  const shared = others.filter((trigram) => trigrams.has(trigram)).length;
  return (2 * shared) / (trigrams.size + others.length);
}
