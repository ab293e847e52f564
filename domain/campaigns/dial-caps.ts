import { limited, type DomainError } from '../errors.ts';

/**
 * How often a number may be dialled within any 24 hours and any 7 times 24 hours. Null: without a limit. Rolling windows
 * include every calendar day and week, so that they are at least as strict as laws that count by those.
 */
export interface DialCaps {
  readonly max_dials_per_day: number | null;
  readonly max_dials_per_week: number | null;
}

/** The caps of an organisation that has set none. */
export const NO_CAPS: DialCaps = { max_dials_per_day: null, max_dials_per_week: null };

/** Limits of the caps. openapi.yaml repeats them, and a test compares them. */
export const DIAL_CAP_BOUNDS = { minimum: 1, maximum: 100 } as const;

/** A dial of a number that counts. */
export interface CountedDial {
  /** The queued run or, outside campaigns, the call: dialled again after a refusal of the carrier, it counts once. */
  readonly dial_id: string;
  /** In ms since the epoch. */
  readonly at: number;
}

/** A cap that does not allow a dial now. */
export interface DialCapReached {
  readonly window: 'day' | 'week';
  readonly limit: number;
  /** Dials within the window. */
  readonly dials: number;
  /** When the cap allows a dial again. */
  readonly until: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WINDOWS = [
  { window: 'day', ms: DAY_MS, field: 'max_dials_per_day' },
  { window: 'week', ms: 7 * DAY_MS, field: 'max_dials_per_week' },
] as const;
const LONGEST_MS = 7 * DAY_MS;

/** The stricter of each two caps. */
export const stricterCaps = (one: DialCaps, other: DialCaps): DialCaps => ({
  max_dials_per_day: lower(one.max_dials_per_day, other.max_dials_per_day),
  max_dials_per_week: lower(one.max_dials_per_week, other.max_dials_per_week),
});

const lower = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

export const isCapped = (caps: DialCaps): boolean => WINDOWS.some(({ field }) => caps[field] !== null);

/**
 * The cap that does not allow this dial of a number now, or null. Of two, the one that lasts longer. Dials in the future,
 * before which the clock was set back, count.
 */
export function dialCapReached(
  counted: readonly CountedDial[],
  dialId: string,
  caps: DialCaps,
  now: Date,
): DialCapReached | null {
  const others = counted.filter(({ dial_id }) => dial_id !== dialId).map(({ at }) => at);
  const reached = WINDOWS.flatMap(({ window, ms, field }): DialCapReached[] => {
    const limit = caps[field];
    const within = others.filter((at) => at > now.getTime() - ms).toSorted((a, b) => a - b);
    if (limit === null || within.length < limit) return [];
    const until = new Date(within[within.length - limit]! + ms).toISOString();
    return [{ window, limit, dials: within.length, until }];
  });
  return reached.toSorted((a, b) => (a.until < b.until ? 1 : -1))[0] ?? null;
}

/** The dials of a number after this one: those that can still count, the newest as many as a cap can ask for. */
export const withDial = (counted: readonly CountedDial[], dialId: string, now: Date): readonly CountedDial[] =>
  [
    ...counted.filter(({ dial_id, at }) => dial_id !== dialId && at > now.getTime() - LONGEST_MS),
    { dial_id: dialId, at: now.getTime() },
  ]
    .toSorted((a, b) => a.at - b.at)
    .slice(-DIAL_CAP_BOUNDS.maximum);

/** When no dial of these counts any more. */
export const dialsExpireAt = (counted: readonly CountedDial[]): string =>
  new Date(Math.max(...counted.map(({ at }) => at)) + LONGEST_MS).toISOString();

/** Refuses a single call whose number has reached a cap. */
export const capRefusal = ({ window, limit, dials, until }: DialCapReached, now: Date): DomainError =>
  limited(
    `Not dialled: the organisation has dialled the number ${dials} times within ${window === 'day' ? '24 hours' : '7 days'}, ` +
      `and its limit is ${limit}. It may be dialled again at ${until}.`,
    { retryAfterMs: Math.max(0, Date.parse(until) - now.getTime()) },
  );
