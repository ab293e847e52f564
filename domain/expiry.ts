const DAY_MS = 24 * 60 * 60 * 1000;

/** What was created before this time has exceeded a retention of this many days. */
export const expiredBefore = (now: Date, days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();
