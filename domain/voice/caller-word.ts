/** A word of a transcript, and where it is in the caller's audio, in ms. */
export interface CallerWord {
  readonly text: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The words, each this much earlier. */
export const earlier = (words: readonly CallerWord[], ms: number): readonly CallerWord[] =>
  words.map((word) => ({ ...word, fromMs: Math.max(0, word.fromMs - ms), toMs: Math.max(0, word.toMs - ms) }));
