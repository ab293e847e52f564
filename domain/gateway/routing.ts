import { isUnavailable, isBackingOff, type UpstreamState } from './upstream-health.ts';
import type { Upstream } from './upstream.ts';

/** A server with what it is doing. */
export interface Load {
  readonly upstream: Upstream;
  /** Calls that it is answering now. */
  readonly inFlight: number;
  readonly state: UpstreamState;
  /** The place of its last call among all calls. */
  readonly lastCall: number;
}

/** The servers of a slot that a call for this model may go to: those that have it, or all where none is known to. */
export function serversOf<L extends Load>(loads: readonly L[], model: string | null): readonly L[] {
  const own = loads.filter(({ upstream }) => upstream.model === model);
  return model === null || own.length === 0 ? loads : own;
}

/**
 * The server to ask next: the least busy one, and of equals the one asked longest ago. Those that rest come last, those
 * that are dead not at all: null when there are no others.
 */
export function nextServer<L extends Load>(servers: readonly L[], now: number): L | null {
  const alive = servers.filter(({ state }) => !isUnavailable(state, now));
  const backingOff = ({ state }: L): number => Number(isBackingOff(state, now));
  const [first = null] = alive.toSorted(
    (one, other) =>
      backingOff(one) - backingOff(other) || one.inFlight - other.inFlight || one.lastCall - other.lastCall,
  );
  return first;
}

/** In how many milliseconds one of these servers can be asked again. */
export function backoffLeft(servers: readonly Load[], now: number): number {
  const soonest = Math.min(...servers.map(({ state }) => state.backoffUntil));
  return Number.isFinite(soonest) ? Math.max(0, soonest - now) : 0;
}

/** Statuses of a proxy or a server that cannot work now. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

/** Whether an answer of this status says that the server is not fit to answer. */
export const isGatewayError = (status: number): boolean => GATEWAY_ERRORS.has(status);

/** Whether another server may do better than one that answered so. A server that has too much to do is not faulty. */
export const shouldTryAnother = (status: number): boolean => status === 429 || isGatewayError(status);
