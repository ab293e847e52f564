const DAY_MS = 24 * 60 * 60 * 1000;

/** The time `ms` milliseconds after this one, as it is stored. */
export const isoAfter = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

/** What was created before this time has exceeded a retention of this many days. */
export const expiredBefore = (now: Date, days: number): string => isoAfter(now, -days * DAY_MS);
