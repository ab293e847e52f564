/** How long an organisation keeps what its calls leave, in days from the registration of the call. Null: without a limit. */
export interface Retention {
  readonly recordings_days: number | null;
  readonly transcripts_days: number | null;
  /** Call logs, and with each everything else that belongs to the call. */
  readonly calls_days: number | null;
}

/** How long recordings are kept, with their calls or without them. */
export function recordingDays({ recordings_days, calls_days }: Retention): number | null {
  const limits = [recordings_days, calls_days].filter((days) => days !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}

/** The retention of an organisation that has set none. */
export const KEEP_ALL: Retention = { recordings_days: null, transcripts_days: null, calls_days: null };

/** How long one process may sweep an organisation before another may take over, in ms. */
const CLAIMED_MS = 10 * 60_000;

/** Interval of the sweeps of an organisation from which nothing more must go, in ms. */
const PAUSE_MS = 60 * 60_000;

/** When a claim to sweep an organisation expires. */
export const sweepClaimedUntil = (now: Date): string => new Date(now.getTime() + CLAIMED_MS).toISOString();

/** When an organisation is swept again. `isDone`: nothing more must go now. */
export const nextSweep = (now: Date, isDone: boolean): string =>
  new Date(now.getTime() + (isDone ? PAUSE_MS : 0)).toISOString();
