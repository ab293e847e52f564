const WINDOW_MS = 1_000;

/** Dials of the last second in ms since the epoch, oldest first. Never more than the rate. */
export type RecentDials = readonly number[];

/** How many dials are allowed now, so that no one-second window exceeds the rate. */
export const dialAllowance = (recent: RecentDials, rate: number, now: number): number =>
  Math.max(0, rate - within(recent, now).length);

/** Recent dials after `count` dials now. */
export function afterDialling(recent: RecentDials, count: number, now: number): RecentDials {
  const dials = within(recent, now);
  for (let dial = 0; dial < count; dial += 1) dials.push(now);
  return dials;
}

/** Milliseconds until the next dial is allowed. 0: now. */
export function waitForDial(recent: RecentDials, rate: number, now: number): number {
  const window = within(recent, now);
  const oldest = window[window.length - rate];
  return oldest === undefined ? 0 : oldest + WINDOW_MS - now;
}

/** Whether a dial lies in the future, because the clock was set back. */
export const hasFutureDials = (recent: RecentDials, now: number): boolean => recent.some((at) => at > now);

/** Moves future dials to now, the latest time they can have happened. */
export const clampToNow = (recent: RecentDials, now: number): RecentDials => recent.map((at) => Math.min(at, now));

const within = (recent: RecentDials, now: number): number[] => recent.filter((at) => at > now - WINDOW_MS);
