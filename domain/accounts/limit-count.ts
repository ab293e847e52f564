/** What is counted for a key. Times are ms since the epoch. */
export interface LimitCount {
  readonly count: number;
  /** The next attempt is not before this time. 0: nothing delays it. */
  readonly not_before: number;
  /** When the count is forgotten. */
  readonly expires_at: number;
}

export interface DelayRule {
  /** Number of failures without a delay. */
  readonly free: number;
  /** The first delay is a second; each further failure doubles it up to this. */
  readonly delayMaxMs: number;
  /** A key without a failure for this long starts again. Longer than the longest delay. */
  readonly forgottenAfterMs: number;
}

const FIRST_DELAY_MS = 1_000;

/** The count, or null once it has expired. */
export const unexpired = (seen: LimitCount | null, now: number): LimitCount | null =>
  seen !== null && now < seen.expires_at ? seen : null;

/**
 * Counts requests in a window that begins with the first. It ends within `windowMs` by the clock of every process, also
 * when the clocks disagree or one was set back.
 */
export function addToWindow(seen: LimitCount | null, hits: number, windowMs: number, now: number): LimitCount {
  const { count, expires_at } = unexpired(seen, now) ?? { count: 0, expires_at: Infinity };
  return { count: count + hits, not_before: 0, expires_at: Math.min(expires_at, now + windowMs) };
}

/** Milliseconds until the next attempt, at most the longest delay: a clock may have been set back. */
export function msUntilAttempt(seen: LimitCount | null, { delayMaxMs }: DelayRule, now: number): number {
  const { not_before } = unexpired(seen, now) ?? { not_before: 0 };
  return Math.min(delayMaxMs, Math.max(0, not_before - now));
}

/** Counts a failure. From `free` failures on, each delays the next attempt longer. */
export function countFailure(seen: LimitCount | null, rule: DelayRule, now: number): LimitCount {
  const count = (unexpired(seen, now)?.count ?? 0) + 1;
  const delayMs = count < rule.free ? 0 : Math.min(rule.delayMaxMs, FIRST_DELAY_MS * 2 ** (count - rule.free));
  return { count, not_before: delayMs === 0 ? 0 : now + delayMs, expires_at: now + rule.forgottenAfterMs };
}

/** Removes a failure that was counted in advance, with its delay. Null: none is left. */
export const takeFailureBack = (seen: LimitCount | null): LimitCount | null =>
  seen === null || seen.count <= 1 ? null : { ...seen, count: seen.count - 1, not_before: 0 };
