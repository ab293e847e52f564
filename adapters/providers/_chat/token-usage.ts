import type { TokenUsage } from '../../../application/ports/language-model.ts';

/** Token usage by a vendor's counts, of which any may be missing. Null unless input and output are known. */
export function tokenUsage(
  input: unknown,
  output: unknown,
  cached: unknown,
  cacheWrites: unknown = 0,
): TokenUsage | null {
  if (typeof input !== 'number' || typeof output !== 'number') return null;
  return {
    ...{ input, output },
    ...(typeof cached === 'number' && cached > 0 && { cached }),
    ...(typeof cacheWrites === 'number' && cacheWrites > 0 && { cacheWrites }),
  };
}
