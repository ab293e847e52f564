import { invalid } from '../../../domain/errors.ts';

/** A vendor's limits for keyterms. Lengths are in characters. */
export interface KeytermLimits {
  readonly termsMax: number;
  /** Of one term. */
  readonly termCharactersMax?: number;
  /** Of all terms together. */
  readonly charactersMax?: number;
}

/** The limits as a sentence for users. */
export function keytermLimitsText({ termsMax, termCharactersMax, charactersMax }: KeytermLimits): string {
  const lengths = [
    termCharactersMax && `${termCharactersMax} characters each`,
    charactersMax && `${charactersMax} characters together`,
  ];
  return `${[`At most ${termsMax}`, ...lengths.filter(Boolean)].join(', of ')}.`;
}

/** Rejects keyterms beyond the vendor's limits with `invalid`. The vendor would close the connection at the start of a call. */
export function requireKeyterms(terms: readonly string[], limits: KeytermLimits): void {
  const { termsMax, termCharactersMax = Infinity, charactersMax = Infinity } = limits;
  const long = terms.findIndex((term) => term.length > termCharactersMax);
  if (terms.length > termsMax) throw invalid(`keyterms must have at most ${termsMax} items`);
  if (long >= 0) throw invalid(`keyterms[${long}] must have at most ${termCharactersMax} characters`);
  if (lengthOf(terms) > charactersMax) throw invalid(`keyterms must have at most ${charactersMax} characters together`);
}

/** The first keyterms within the limits, for agents stored before keyterms were validated. */
export function fittingKeyterms(terms: readonly string[], limits: KeytermLimits): readonly string[] {
  const { termsMax, termCharactersMax = Infinity, charactersMax = Infinity } = limits;
  let left = charactersMax;
  const fitting = terms.filter(({ length }) => {
    const fits = length <= Math.min(termCharactersMax, left);
    if (fits) left -= length;
    return fits;
  });
  return fitting.slice(0, termsMax);
}

const lengthOf = (terms: readonly string[]): number => terms.reduce((sum, { length }) => sum + length, 0);
