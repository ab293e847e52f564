/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
}

/** Median, p99 and maximum of some milliseconds, for a table. */
export const spread = (values: readonly number[]): Record<string, string> => ({
  n: String(values.length),
  p50: percentile(values, 0.5).toFixed(1),
  p99: percentile(values, 0.99).toFixed(1),
  max: Math.max(...values).toFixed(1),
});

/** The line through values at equal steps: its growth per step, and the standard error of that. */
export function slope(values: readonly number[]): { perStep: number; error: number } {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spreadOfSteps = values.reduce((sum, _, step) => sum + (step - middle) ** 2, 0);
  const perStep = values.reduce((sum, value, step) => sum + (step - middle) * (value - mean), 0) / spreadOfSteps;
  const residuals = values.reduce((sum, value, step) => sum + (value - mean - perStep * (step - middle)) ** 2, 0);
  return { perStep, error: Math.sqrt(residuals / (values.length - 2) / spreadOfSteps) };
}

/**
 * The exact sign test, which is McNemar's for what succeeds or fails: how often chance alone would divide the cases that
 * differ at least as unevenly, both ways counted.
 */
export function signTest(better: number, worse: number): number {
  const all = better + worse;
  let [chance, sum] = [-all * Math.log(2), 0];
  for (let few = 0; few <= Math.min(better, worse); few += 1) {
    sum += Math.exp(chance);
    chance += Math.log((all - few) / (few + 1));
  }
  return Math.min(1, 2 * sum);
}
