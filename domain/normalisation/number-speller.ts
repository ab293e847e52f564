/** Grammatical gender that a number agrees with. */
export type Gender = 'masculine' | 'feminine';

/** Spells out whole numbers in one language. */
export interface NumberSpeller {
  /** The number in words, for digits without a sign. */
  cardinal(digits: string, gender?: Gender): string;
  /** The ordinal number in words. */
  ordinal(value: number): string;
}
