import { isUnavailable, isBackingOff, type UpstreamState } from './upstream-health.ts';
import type { Upstream } from './upstream.ts';

/** An upstream with its current load. */
export interface UpstreamLoad {
  readonly upstream: Upstream;
  /** Requests in progress. */
  readonly inFlight: number;
  readonly state: UpstreamState;
  /** Sequence number of its last request. */
  readonly lastCall: number;
}

/** Upstreams of a slot for a model: those that have the model, or all when none is known to. */
export function serversOf<L extends UpstreamLoad>(loads: readonly L[], model: string | null): readonly L[] {
  const own = loads.filter(({ upstream }) => upstream.model === model);
  return model === null || own.length === 0 ? loads : own;
}

/**
 * Chooses the upstream with the fewest active requests, and of equals the one used longest ago. Upstreams that back off
 * come last. Unavailable ones are skipped: null when no other is left.
 */
export function nextServer<L extends UpstreamLoad>(servers: readonly L[], now: number): L | null {
  const alive = servers.filter(({ state }) => !isUnavailable(state, now));
  const backingOff = ({ state }: L): number => Number(isBackingOff(state, now));
  const [first = null] = alive.toSorted(
    (one, other) =>
      backingOff(one) - backingOff(other) || one.inFlight - other.inFlight || one.lastCall - other.lastCall,
  );
  return first;
}

/** Milliseconds until the first of these upstreams ends its backoff. */
export function backoffLeft(servers: readonly UpstreamLoad[], now: number): number {
  const soonest = Math.min(...servers.map(({ state }) => state.backoffUntil));
  return Number.isFinite(soonest) ? Math.max(0, soonest - now) : 0;
}

/** Statuses of a proxy or server that cannot respond now. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

/** Whether the status means that the upstream cannot respond. */
export const isGatewayError = (status: number): boolean => GATEWAY_ERRORS.has(status);

/** Whether another upstream may succeed after this status. Throttling is not a fault of the upstream. */
export const shouldTryAnother = (status: number): boolean => status === 429 || isGatewayError(status);
