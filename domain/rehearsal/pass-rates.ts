/** Runs of one conversation. */
export interface RunCounts {
  readonly runs: number;
  readonly passed: number;
}

/** The chance that one run of a conversation passes: the mean of their shares. Null without any. */
export const passAt1 = (counts: readonly RunCounts[]): number | null => passHat(counts, 1);

/**
 * The chance that `k` runs of the same conversation all pass, estimated without bias from all runs: of the ways to draw k
 * of them, the share in which all passed (tau-bench: pass^k). Null: a conversation has fewer runs.
 */
export function passHat(counts: readonly RunCounts[], k: number): number | null {
  if (counts.length === 0 || counts.some(({ runs }) => runs < k)) return null;
  const shares = counts.map(({ runs, passed }) => share(passed, runs, k));
  return shares.reduce((sum, each) => sum + each, 0) / shares.length;
}

/** `passed` over k, divided by `runs` over k. */
function share(passed: number, runs: number, k: number): number {
  let product = 1;
  for (let each = 0; each < k; each += 1) product *= Math.max(0, passed - each) / (runs - each);
  return product;
}

/** The value that this share of the values do not exceed. Null without any. */
export const quantile = (values: readonly number[], part: number): number | null => quantileOf(inOrder([values]), part);

/** As `quantile`, of values in their order. */
export const quantileOf = (sorted: Float64Array, part: number): number | null =>
  sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null;

/** Most values that are put in order: more would delay what else the process does. */
export const ORDERED_MAX = 100_000;

/** The values of all lists in their order. Of more than `ORDERED_MAX`, evenly chosen ones stand for all. */
export function inOrder(lists: readonly (readonly number[])[]): Float64Array {
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  const step = Math.max(1, Math.ceil(total / ORDERED_MAX));
  const chosen = new Float64Array(Math.ceil(total / step));
  let [before, count] = [0, 0];
  for (const values of lists) {
    // The first one of this list whose place among all is a multiple of the step.
    for (let at = (step - (before % step)) % step; at < values.length; at += step) {
      chosen[count] = values[at] ?? 0;
      count += 1;
    }
    before += values.length;
  }
  return chosen.toSorted();
}

/**
 * How likely it is that pairs differ at least as unevenly by chance alone: the exact sign test, two-sided. 1 without
 * differences.
 */
export function signTest(better: number, worse: number): number {
  const count = better + worse;
  const least = Math.min(better, worse);
  // In logarithms: of more than a thousand pairs the first term is too small for a number.
  let [logTerm, tail] = [count * Math.log(0.5), 0];
  for (let each = 0; each <= least; each += 1) {
    tail += Math.exp(logTerm);
    logTerm += Math.log((count - each) / (each + 1));
  }
  return Math.min(1, 2 * tail);
}
