import type { Profile } from '../lib/words.ts';

/** Vector length of a usual passage. */
const USUAL = 11;
/** Least share of similarity a short passage keeps. */
const LEAST = 0.2;

/** The length of a profile as a vector with one dimension per word. */
export const extentOf = (profile: Profile): number =>
  Math.sqrt([...profile.values()].reduce((total, weight) => total + weight ** 2, 0));

/**
 * The share of similarity a passage keeps, from 0 to 1. By angle alone, a passage of few words would be nearest to any
 * question with one of them, so shorter passages count less.
 */
export const shortness = (profile: Profile): number => Math.max(LEAST, Math.min(1, extentOf(profile) / USUAL));
