import type { Profile } from './lexical-words.ts';

/** The length, as a vector, of a usual passage. */
const USUAL = 11;
/** No passage is so short that less of its nearness is left. */
const LEAST = 0.2;

/** How long a profile is as a vector in which every word has a dimension of its own. */
export const extentOf = (profile: Profile): number =>
  Math.sqrt([...profile.values()].reduce((total, weight) => total + weight ** 2, 0));

/**
 * How much of its nearness a passage keeps, from 0 to 1. By the angle alone a passage of few words would be nearest to
 * whatever has one of them: the shorter it is than usual, the less that counts.
 */
export const shortness = (profile: Profile): number => Math.max(LEAST, Math.min(1, extentOf(profile) / USUAL));
