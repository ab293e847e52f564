import { Z, type Interval } from './proportions.ts';

/** What a mean and its interval rest on. */
export interface MeanEstimate {
  readonly of: number;
  readonly mean: number;
  /** Of the population, estimated: divided by one less than the number. */
  readonly variance: number;
  readonly median: number;
}

/** Sums up measurements. Null without any. */
export function meanEstimate(values: readonly number[]): MeanEstimate | null {
  const of = values.length;
  if (of === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / of;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sorted = values.toSorted((a, b) => a - b);
  const median = (sorted[Math.floor((of - 1) / 2)]! + sorted[Math.floor(of / 2)]!) / 2;
  return { of, mean, variance: of === 1 ? 0 : squares / (of - 1), median };
}

/** Fewer measurements give no interval of a mean. */
const FEWEST = 5;

/** The interval of a mean by Student's t. Null with too few measurements. */
export function meanInterval({ of, mean, variance }: MeanEstimate): Interval | null {
  if (of < FEWEST) return null;
  const half = studentQuantile(of - 1) * Math.sqrt(variance / of);
  return { low: mean - half, high: mean + half };
}

/**
 * The interval of the difference of two means, the first less the second, whose variances differ: B. L. Welch, Biometrika
 * 34 (1947), 28. Null with too few measurements.
 */
export function welch(one: MeanEstimate, other: MeanEstimate): (Interval & { readonly difference: number }) | null {
  if (one.of < FEWEST || other.of < FEWEST) return null;
  const difference = one.mean - other.mean;
  const [a, b] = [one.variance / one.of, other.variance / other.of];
  if (a + b === 0) return { difference, low: difference, high: difference };
  const freedom = (a + b) ** 2 / (a ** 2 / (one.of - 1) + b ** 2 / (other.of - 1));
  const half = studentQuantile(freedom) * Math.sqrt(a + b);
  return { difference, low: difference - half, high: difference + half };
}

/**
 * The 97.5 % quantile of Student's t by the series of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5. From 4
 * degrees of freedom on, it is exact to a thousandth.
 */
export function studentQuantile(freedom: number): number {
  const z = Z;
  const g1 = (z ** 3 + z) / 4;
  const g2 = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const g3 = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  const g4 = (79 * z ** 9 + 776 * z ** 7 + 1_482 * z ** 5 - 1_920 * z ** 3 - 945 * z) / 92_160;
  return z + g1 / freedom + g2 / freedom ** 2 + g3 / freedom ** 3 + g4 / freedom ** 4;
}
