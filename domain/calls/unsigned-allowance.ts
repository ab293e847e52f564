import { limited, type DomainError } from '../errors.ts';

/** Length of the counting period of unsigned inbound calls, in ms. */
const PERIOD_MS = 10 * 60 * 1000;
/** Calls that each slot of the unsigned share may register per period: one every 30 s. */
const CALLS_PER_SLOT = 20;

/** Start of the period that contains `now`. */
export const unsignedPeriod = (now: Date): string =>
  new Date(now.getTime() - (now.getTime() % PERIOD_MS)).toISOString();

/** Maximum unsigned calls per period for this number of slots. */
export const unsignedCallsMax = (slots: number): number => slots * CALLS_PER_SLOT;

/** Error for unsigned calls above the limit. Its message names the setting that raises the limit. */
export const tooManyUnsigned = (limit: number, now: Date): DomainError =>
  limited(`At most ${limit} calls with an unsigned webhook are accepted in ten minutes (UNSIGNED_CALLS_SHARE)`, {
    retryAfterMs: PERIOD_MS - (now.getTime() % PERIOD_MS),
  });
