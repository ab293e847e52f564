const WINDOW_MS = 1_000;

/** The dials of the last second, oldest first, as milliseconds since the epoch. Never more than the rate. */
export type RecentDials = readonly number[];

/** How many may be dialled now, so that no second, wherever it begins, ever holds more dials than the rate. */
export const dialAllowance = (recent: RecentDials, rate: number, now: number): number =>
  Math.max(0, rate - within(recent, now).length);

/** The recent dials after so many more at this moment. */
export const afterDialling = (recent: RecentDials, count: number, now: number): RecentDials => [
  ...within(recent, now),
  ...Array.from({ length: count }, () => now),
];

/** Milliseconds until the next dial is allowed; 0 when it is allowed now. */
export function waitForDial(recent: RecentDials, rate: number, now: number): number {
  const window = within(recent, now);
  const oldest = window[window.length - rate];
  return oldest === undefined ? 0 : oldest + WINDOW_MS - now;
}

/** Whether a dial lies in the future: the clock was set back, and nobody knows how long ago it really was. */
export const hasFutureDials = (recent: RecentDials, now: number): boolean => recent.some((at) => at > now);

/** The dials as if those of the future had been now, which is the latest they can have been. */
export const clampToNow = (recent: RecentDials, now: number): RecentDials => recent.map((at) => Math.min(at, now));

const within = (recent: RecentDials, now: number): number[] => recent.filter((at) => at > now - WINDOW_MS);
