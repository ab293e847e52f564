/** How often a carrier lets one of its accounts dial. */
export interface DialRate {
  readonly dials: number;
  readonly perMs: number;
}

/** Milliseconds between two dials of an account: dials are spread evenly, so that no stretch of time holds more. */
export const spacingMs = ({ dials, perMs }: DialRate): number => Math.ceil(perMs / dials);

/** Nobody takes a place further ahead than this. In milliseconds. */
export const PLACES_AHEAD_MS = 2_000;

/**
 * When an account may be dialled next, in milliseconds since the epoch. `noted` is the moment after the last place that was
 * taken. One that lies further ahead than anybody takes a place is of a clock that was set back: it may be dialled now.
 */
export function nextPlace(noted: number | null, rate: DialRate, now: number): number {
  if (noted === null || noted > now + PLACES_AHEAD_MS + spacingMs(rate)) return now;
  return Math.max(noted, now);
}
