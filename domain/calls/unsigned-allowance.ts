import { limited, type DomainError } from '../errors.ts';

/** Unsigned inbound calls are counted in periods of this length. */
const PERIOD_MS = 10 * 60 * 1000;
/** Calls that each slot of the unsigned share may register in a period: one every 30 seconds. */
const CALLS_PER_SLOT = 20;

/** The beginning of the period in which an unsigned call counts. */
export const unsignedPeriod = (now: Date): string =>
  new Date(now.getTime() - (now.getTime() % PERIOD_MS)).toISOString();

/** Maximum unsigned calls that an organisation registers in a period, with so many slots for them. */
export const unsignedCallsMost = (slots: number): number => slots * CALLS_PER_SLOT;

/** The refusal of a further unsigned call in this period, which says which setting raises the limit. */
export const tooManyUnsigned = (most: number, now: Date): DomainError =>
  limited(`At most ${most} calls with an unsigned webhook are taken in ten minutes (UNSIGNED_CALLS_SHARE)`, {
    retryAfterMs: PERIOD_MS - (now.getTime() % PERIOD_MS),
  });
