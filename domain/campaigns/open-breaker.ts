import { isoAfter } from '../expiry.ts';

/**
 * A circuit breaker that has tripped and tries to close on its own. `open`: no contact is dialled before `probe_at`.
 * `half_open`: one contact is dialled as a probe, and its outcome decides.
 */
export interface OpenBreaker {
  readonly state: 'open' | 'half_open';
  /** Why it tripped, for users. */
  readonly reason: string;
  readonly opened_at: string;
  /** How often it has tripped: once, and once more for each probe that failed. Absent: an earlier version did not count. */
  readonly trips?: number;
  /** How long it waits before a probe. */
  readonly wait_seconds: number;
  readonly probe_at: string;
  /** The queued run of the probe. */
  readonly probe_run_id?: string;
}

/** The longest wait before a probe, in seconds. */
export const PROBE_WAIT_MAX = 3_600;

/** A breaker that has just tripped. */
export const tripped = (reason: string, waitSeconds: number, now: Date): OpenBreaker => ({
  state: 'open',
  reason,
  opened_at: now.toISOString(),
  trips: 1,
  wait_seconds: waitSeconds,
  probe_at: isoAfter(now, waitSeconds * 1_000),
});

/**
 * The breaker after the outcome of its probe; null: it is closed. After a failure it waits twice as long. A probe that says
 * nothing about the carrier is null: the next one may follow at once.
 */
export function afterProbe(
  { probe_run_id: _probe, ...breaker }: OpenBreaker,
  sample: 'success' | 'failure' | null,
  now: Date,
): OpenBreaker | null {
  if (sample === 'success') return null;
  if (sample === null) return { ...breaker, state: 'open', probe_at: now.toISOString() };
  const waits = Math.min(2 * breaker.wait_seconds, PROBE_WAIT_MAX);
  return {
    ...breaker,
    state: 'open',
    trips: tripsOf(breaker) + 1,
    wait_seconds: waits,
    probe_at: isoAfter(now, waits * 1_000),
  };
}

/** How often a breaker has tripped since it was closed last. */
export const tripsOf = (breaker: Pick<OpenBreaker, 'trips'> | null): number => (breaker ? (breaker.trips ?? 1) : 0);

/** Milliseconds until a probe may be dialled. 0: now. */
export const untilProbe = ({ state, probe_at }: OpenBreaker, now: Date): number =>
  state === 'half_open' ? 0 : Math.max(0, Date.parse(probe_at) - now.getTime());

/** The breaker, if it opened in the future because the clock was set back, as if it opened now. */
export function openedInFuture(breaker: OpenBreaker, now: Date): OpenBreaker | null {
  if (breaker.opened_at <= now.toISOString()) return null;
  return { ...breaker, opened_at: now.toISOString(), probe_at: isoAfter(now, breaker.wait_seconds * 1_000) };
}
