/** Dial rate limit of a carrier account. */
export interface DialRate {
  readonly dials: number;
  readonly perMs: number;
}

/** Milliseconds between two dials of an account. Dials are spread evenly, so that no window exceeds the rate. */
export const spacingMs = ({ dials, perMs }: DialRate): number => Math.ceil(perMs / dials);

/** How far ahead a dial may be reserved, in ms. */
export const RESERVE_AHEAD_MS = 2_000;

/**
 * Next time an account may be dialled, in ms since the epoch. `noted` is the first time after the last reservation. A
 * value too far ahead stems from a clock that was set back: dialling is allowed now.
 */
export function nextDialTime(nextFree: number | null, rate: DialRate, now: number): number {
  if (nextFree === null || nextFree > now + RESERVE_AHEAD_MS + spacingMs(rate)) return now;
  return Math.max(nextFree, now);
}
