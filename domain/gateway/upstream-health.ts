import { SLOTS, type Slot, type Upstream } from './upstream.ts';

/** Recent health of an upstream. Times are monotonic milliseconds. */
export interface UpstreamState {
  /** Consecutive faults. */
  readonly faults: number;
  /** Other upstreams are preferred until then. */
  readonly backoffUntil: number;
}

export const HEALTHY: UpstreamState = { faults: 0, backoffUntil: Number.NEGATIVE_INFINITY };

/** Backoff after the first fault, in ms. It doubles with each further one. */
const BACKOFF_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;

/** State of an upstream after a fault. */
export function afterFault({ faults }: UpstreamState, now: number): UpstreamState {
  const backoffMs = Math.min(BACKOFF_MS * 2 ** faults, BACKOFF_MAX_MS);
  return { faults: faults + 1, backoffUntil: now + backoffMs };
}

/** Consecutive faults after which an upstream in backoff is skipped even when no other is left. */
const UNAVAILABLE_AFTER = 3;

export const isBackingOff = ({ backoffUntil }: UpstreamState, now: number): boolean => now < backoffUntil;

export const isUnavailable = (state: UpstreamState, now: number): boolean =>
  state.faults >= UNAVAILABLE_AFTER && isBackingOff(state, now);

/** Result of a health probe. `silent`: connected, but no response in time. */
export type ProbeStatus = 'up' | 'silent' | 'down';

export interface ServerHealth {
  readonly url: string;
  readonly status: 'up' | 'down';
}

export interface SlotHealth {
  /** `degraded`: some servers respond. `down`: none does. */
  readonly status: 'healthy' | 'degraded' | 'down' | 'not_configured';
  readonly servers: readonly ServerHealth[];
}

export interface GatewayHealth {
  readonly status: 'healthy' | 'degraded';
  readonly upstreams: Readonly<Record<Slot, SlotHealth>>;
}

/** Health of the gateway. A slot without servers is not a fault; a server that does not respond is. */
export function gatewayHealth(found: readonly (readonly [Upstream, ProbeStatus])[]): GatewayHealth {
  const upstreams = Object.fromEntries(
    SLOTS.map((slot) => [slot, slotHealth(found.filter(([upstream]) => upstream.slot === slot))]),
  ) as Record<Slot, SlotHealth>;
  const isWell = found.every(([, probed]) => probed === 'up');
  return { status: isWell ? 'healthy' : 'degraded', upstreams };
}

function slotHealth(found: readonly (readonly [Upstream, ProbeStatus])[]): SlotHealth {
  const servers = found.map(([{ url }, probed]): ServerHealth => ({ url, status: probed === 'up' ? 'up' : 'down' }));
  const up = servers.filter(({ status }) => status === 'up').length;
  if (servers.length === 0) return { status: 'not_configured', servers };
  if (up === servers.length) return { status: 'healthy', servers };
  return { status: up === 0 ? 'down' : 'degraded', servers };
}
