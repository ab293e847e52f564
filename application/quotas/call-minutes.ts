import type { Span } from '../../domain/calls/analytics.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';

/** How long a sum is used again. In milliseconds. */
const FRESH_MS = 60_000;
/** Sums of more organisations are not kept. */
const KEPT_MAX = 10_000;

interface Sum {
  readonly from: string;
  readonly at: number;
  readonly minutes: number;
}

/** Adds up the minutes of an organisation's calls that were registered in a span; a sum is up to a minute old. */
export function callMinutes({ calls, clock }: { calls: CallRepository; clock: Clock }) {
  const sums = new Map<string, Sum>();
  return async (orgId: string, span: Span): Promise<number> => {
    const at = clock.monotonic();
    const known = sums.get(orgId);
    if (known?.from === span.from && at - known.at < FRESH_MS) return known.minutes;
    const seconds = (await calls.tally(orgId, span)).reduce((sum, tally) => sum + tally.seconds, 0);
    if (sums.size >= KEPT_MAX) sums.clear();
    const minutes = Math.round(seconds / 6) / 10;
    sums.set(orgId, { from: span.from, at, minutes });
    return minutes;
  };
}
