import type { CallExchange } from './persona-words.ts';

/** Turns of the caller without anything new, after which a conversation is stuck. */
const STALE_TURNS_MAX = 3;

/** Words that say nothing new: politeness, farewells, and words of any sentence. */
const EMPTY_WORDS = new Set(
  (
    'a about again all am an and any anything are as at be but bye call can cheers could day do else for fine from ' +
    'glad goodbye great good had happy has have hello help here hi how i if in is it just know let like me more much my ' +
    'need nice no not of ok okay on or our please pleasure right so sorry sure take thank thanks that the them then there ' +
    'they this to too very was we welcome well were what when will with would yes you your'
  ).split(' '),
);

const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * Recognises two parties that only repeat themselves, or thank each other without end: for several turns no word is new, and
 * nothing else happens either.
 */
export class Progress {
  readonly #known = new Set<string>(EMPTY_WORDS);
  #happenings = 0;
  #stale = 0;

  /**
   * Takes what both said, at least since the turn before, and how much else has happened so far. Returns whether they are
   * stuck.
   */
  isStuckAfter(exchanges: readonly CallExchange[], happenings: number): boolean {
    const fresh = exchanges.flatMap(({ words }) => wordsIn(words)).filter((word) => !this.#known.has(word));
    for (const word of fresh) this.#known.add(word);
    this.#stale = fresh.length > 0 || happenings > this.#happenings ? 0 : this.#stale + 1;
    this.#happenings = happenings;
    return this.#stale >= STALE_TURNS_MAX;
  }
}
