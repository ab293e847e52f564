/** Some of a number of independent trials. */
export interface Proportion {
  readonly count: number;
  readonly of: number;
}

/** Values that contain the true one in 95 of 100 samples. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 97.5 % quantile of the normal distribution. */
export const Z = 1.959963984540054;

/** The Wilson score interval of a proportion: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), 209. Null without trials. */
export function wilson({ count, of }: Proportion): Interval | null {
  if (of === 0) return null;
  const share = count / of;
  const divisor = 1 + (Z * Z) / of;
  const centre = (share + (Z * Z) / (2 * of)) / divisor;
  const half = (Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of))) / divisor;
  // Exact at the ends, where arithmetic is not.
  return { low: count === 0 ? 0 : centre - half, high: count === of ? 1 : centre + half };
}

/**
 * The interval of the difference of two independent proportions, the first less the second, from their Wilson intervals:
 * method 10 of R. G. Newcombe, Statistics in Medicine 17 (1998), 873. Null if one has no trials.
 */
export function newcombe(one: Proportion, other: Proportion): (Interval & { readonly difference: number }) | null {
  const [first, second] = [wilson(one), wilson(other)];
  if (!first || !second) return null;
  const [p, q] = [one.count / one.of, other.count / other.of];
  const difference = p - q;
  return {
    difference,
    low: difference - Math.hypot(p - first.low, second.high - q),
    high: difference + Math.hypot(first.high - p, q - second.low),
  };
}
