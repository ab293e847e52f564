import { normaliserOf, type Normaliser } from '../../domain/normalisation/normaliser.ts';
import type { NumberWords } from '../ports/number-words.ts';

/** The normaliser of each language, built once in a process. */
export class NormaliserCache {
  readonly #numberWords: NumberWords;
  readonly #normalisers = new Map<string, Normaliser>();

  constructor(numberWords: NumberWords) {
    this.#numberWords = numberWords;
  }

  /** The normaliser of a language. */
  of(language: string): Normaliser {
    const known = this.#normalisers.get(language);
    if (known) return known;
    const normaliser = normaliserOf(language, (id) => this.#numberWords.spellerOf(id));
    this.#normalisers.set(language, normaliser);
    return normaliser;
  }
}
