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
