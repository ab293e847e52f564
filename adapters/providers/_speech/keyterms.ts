import { invalid } from '../../../domain/errors.ts';

/** What a vendor takes as keyterms. Lengths are in characters. */
export interface KeytermLimits {
  readonly most: number;
  /** Of one term. */
  readonly longest?: number;
  /** Of all terms together. */
  readonly together?: number;
}

/** The limits as a sentence for the user. */
export function keytermLimitsText({ most, longest, together }: KeytermLimits): string {
  const lengths = [longest && `${longest} characters each`, together && `${together} characters together`];
  return `${[`At most ${most}`, ...lengths.filter(Boolean)].join(', of ')}.`;
}

/** Refuses keyterms that the vendor would refuse, with `invalid`: it would end the session when the call begins. */
export function requireKeyterms(terms: readonly string[], limits: KeytermLimits): void {
  const { most, longest = Infinity, together = Infinity } = limits;
  const long = terms.findIndex((term) => term.length > longest);
  if (terms.length > most) throw invalid(`keyterms must have at most ${most} items`);
  if (long >= 0) throw invalid(`keyterms[${long}] must have at most ${longest} characters`);
  if (lengthOf(terms) > together) throw invalid(`keyterms must have at most ${together} characters together`);
}

/** The first keyterms that the vendor takes, for agents that were stored before their keyterms were checked. */
export function fittingKeyterms(terms: readonly string[], limits: KeytermLimits): readonly string[] {
  const { most, longest = Infinity, together = Infinity } = limits;
  let left = together;
  const fitting = terms.filter(({ length }) => {
    const fits = length <= Math.min(longest, left);
    if (fits) left -= length;
    return fits;
  });
  return fitting.slice(0, most);
}

const lengthOf = (terms: readonly string[]): number => terms.reduce((sum, { length }) => sum + length, 0);
