import { isDead, isResting, type Standing } from './health.ts';
import type { Upstream } from './upstream.ts';

/** A server with what it is doing. */
export interface Load {
  readonly upstream: Upstream;
  /** Calls that it is answering now. */
  readonly inFlight: number;
  readonly standing: Standing;
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
  const alive = servers.filter(({ standing }) => !isDead(standing, now));
  const rests = ({ standing }: L): number => Number(isResting(standing, now));
  const [first = null] = alive.toSorted(
    (one, other) => rests(one) - rests(other) || one.inFlight - other.inFlight || one.lastCall - other.lastCall,
  );
  return first;
}

/** In how many milliseconds one of these servers can be asked again. */
export function restLeft(servers: readonly Load[], now: number): number {
  const soonest = Math.min(...servers.map(({ standing }) => standing.restsUntil));
  return Number.isFinite(soonest) ? Math.max(0, soonest - now) : 0;
}

/** Statuses of a proxy or a server that cannot work now. */
const UNFIT = new Set([502, 503, 504]);

/** Whether an answer of this status says that the server is not fit to answer. */
export const isUnfit = (status: number): boolean => UNFIT.has(status);

/** Whether another server may do better than one that answered so. A server that has too much to do is not faulty. */
export const isWorthAnother = (status: number): boolean => status === 429 || isUnfit(status);
