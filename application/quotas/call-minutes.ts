import type { Span } from '../../domain/calls/analytics.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';

/** How long a sum is cached, in ms. */
const FRESH_MS = 60_000;
/** Maximum organisations in the cache. */
const KEPT_MAX = 10_000;

/** Minutes to one decimal. */
export const minutesIn = (seconds: number): number => Math.round(seconds / 6) / 10;

interface Sum {
  readonly from: string;
  readonly at: number;
  readonly minutes: number;
}

/** Sums the minutes of an organisation's calls registered in a span. A sum may be 60 s old. */
export function callMinutes({ calls, clock }: { calls: CallRepository; clock: Clock }) {
  const sums = new Map<string, Sum>();
  return async (orgId: string, span: Span): Promise<number> => {
    const at = clock.monotonic();
    const known = sums.get(orgId);
    if (known?.from === span.from && at - known.at < FRESH_MS) return known.minutes;
    const seconds = (await calls.tally(orgId, span)).reduce((sum, tally) => sum + tally.seconds, 0);
    if (sums.size >= KEPT_MAX) sums.clear();
    const minutes = minutesIn(seconds);
    sums.set(orgId, { from: span.from, at, minutes });
    return minutes;
  };
}
