import type { UsageItem, UsageMetric } from './usage.ts';

/** Fewest calls from which usage per minute is taken. */
const CALLS_MIN = 20;

/**
 * What calls used of voices and language models in a minute on their line, or null when these are too few calls. Cached
 * tokens count as input, at the price of input that is not cached: an estimate above what was paid.
 */
export function observedUsage(
  calls: readonly (readonly UsageItem[])[],
): { readonly characters: number; readonly inputTokens: number; readonly outputTokens: number } | null {
  const known = calls.filter((lines) => total(lines, ['outbound_seconds']) > 0);
  if (known.length < CALLS_MIN) return null;
  const all = known.flat();
  const minutes = total(all, ['outbound_seconds']) / 60;
  return {
    characters: Math.round(total(all, ['characters']) / minutes),
    inputTokens: Math.round(total(all, ['input_tokens', 'cached_input_tokens', 'cache_write_tokens']) / minutes),
    outputTokens: Math.round(total(all, ['output_tokens']) / minutes),
  };
}

const total = (lines: readonly UsageItem[], metrics: readonly UsageMetric[]): number =>
  lines.reduce((sum, { metric, quantity }) => (metrics.includes(metric) ? sum + quantity : sum), 0);
