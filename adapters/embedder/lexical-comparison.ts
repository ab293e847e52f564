import { askingEnd } from '../../domain/knowledge/asking-end.ts';
import { asks, topicWords } from '../../domain/knowledge/question-words.ts';
import { trigramsOf } from './lexical-codes.ts';
import { extentOf, shortness } from './lexical-shortness.ts';
import { profileOf, type Profile } from '../lib/words.ts';

/** Words match as typos when they share this much of their trigrams and have this many letters. */
const SLIP = { likeness: 0.5, letters: 5 } as const;
/** Words of less weight are in nearly every text. */
const TELLING = 0.1;
/** The least telling words of a part that counts for itself. */
const PART_WORDS = 2;
const PART_ENDS = /(?<=[.,;!?।])\s+|(?<=[。，；！？])/u;

/** A text beside the question. */
interface ComparedText {
  readonly distance: number;
  /** How much of each word of the question it has, from 0 to 1. */
  readonly has: readonly number[];
}

/**
 * Compares texts with the question, with one dimension per word: like the vectors, but without the noise of words that
 * share dimensions.
 */
export function comparison(question: string): {
  readonly compare: (text: string) => ComparedText;
  /** The share of the question that each of these texts lacks. */
  readonly lacking: (texts: readonly ComparedText[]) => number[];
} {
  const questionProfile = profileOf(question);
  const questionExtent = extentOf(questionProfile);
  const words = [...questionProfile];
  return {
    compare(text) {
      const textProfile = profileOf(text);
      const found = words.map(([stem]) => textProfile.get(stem) ?? slipOf(stem, textProfile));
      const has = found.map((weight, at) => Math.min(1, weight / words[at]![1]));
      const extents = questionExtent * extentOf(textProfile);
      if (extents === 0) return { distance: 1, has };
      const inner = words.reduce((sum, [, weight], at) => sum + weight * found[at]!, 0);
      return { distance: 1 - (inner / extents) * shortness(textProfile), has };
    },
    lacking(texts) {
      // Words that are in few of the texts tell more, and those in none most.
      const rarities = words.map(([, weight], at) => {
        const having = texts.reduce((sum, { has }) => sum + has[at]!, 0);
        return weight * Math.log(1 + (texts.length + 0.5) / (having + 0.5));
      });
      const parts = tellingParts(question, questionProfile);
      return texts.map(({ has }) => Math.min(1, ...parts.map((part) => lackingOf(part, has, rarities))));
    },
  };
}

/** The share of some words, by their rarity, that a text lacks. */
function lackingOf(part: readonly number[], has: readonly number[], rarities: readonly number[]): number {
  const all = part.reduce((sum, at) => sum + rarities[at]!, 0);
  return all === 0 ? 1 : 1 - part.reduce((sum, at) => sum + has[at]! * rarities[at]!, 0) / all;
}

/** The telling words of the question, by their places in its profile: of all of it, and of each part that asks. */
function tellingParts(question: string, profile: Profile): number[][] {
  const places = new Map([...profile.keys()].map((stem, at) => [stem, at]));
  const tellingIn = (text: string): number[] =>
    [...profileOf(topicWords(text).join(' '))].flatMap(([stem, weight]) => {
      const at = places.get(stem);
      return weight < TELLING || at === undefined ? [] : [at];
    });
  const parts = question.split(PART_ENDS);
  const asking = [...(parts.length < 2 ? [] : parts.filter(asks)), askingEnd(question, PART_WORDS)].map(tellingIn);
  return [tellingIn(question), ...asking.filter(({ length }) => length >= PART_WORDS)];
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
