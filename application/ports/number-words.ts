import type { NumberSpeller } from '../../domain/normalisation/number-speller.ts';

/** For spelling out numbers. */
export interface NumberWords {
  /** The numbers of a language, known by its canonical id. Null for a language without any. */
  spellerOf(language: string): NumberSpeller | null;
}
