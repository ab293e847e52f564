import { SLOTS, type Slot, type Upstream } from './upstream.ts';

/** How a server has done lately. Moments are monotonic milliseconds. */
export interface UpstreamState {
  /** Faults since it last answered. */
  readonly faults: number;
  /** Until then others are asked first. */
  readonly backoffUntil: number;
}

export const HEALTHY: UpstreamState = { faults: 0, backoffUntil: Number.NEGATIVE_INFINITY };

/** A server rests so long after its first fault, and twice as long after each further one. In milliseconds. */
const BACKOFF_MS = 1_000;
const BACKOFF_MAX_MS = 30_000;

/** The standing of a server that just failed. */
export function afterFault({ faults }: UpstreamState, now: number): UpstreamState {
  const backoffMs = Math.min(BACKOFF_MS * 2 ** faults, BACKOFF_MAX_MS);
  return { faults: faults + 1, backoffUntil: now + backoffMs };
}

/** After so many faults in a row a server that rests is not asked even when nobody else is left. */
const UNAVAILABLE_AFTER = 3;

export const isBackingOff = ({ backoffUntil }: UpstreamState, now: number): boolean => now < backoffUntil;

export const isUnavailable = (state: UpstreamState, now: number): boolean =>
  state.faults >= UNAVAILABLE_AFTER && isBackingOff(state, now);

/** What a look at a server found: `silent` when it took the connection and did not answer in time. */
export type ProbeStatus = 'up' | 'silent' | 'down';

export interface ServerHealth {
  readonly url: string;
  readonly status: 'up' | 'down';
}

export interface SlotHealth {
  /** `degraded`: some of its servers answer; `down`: none does. */
  readonly status: 'healthy' | 'degraded' | 'down' | 'not_configured';
  readonly servers: readonly ServerHealth[];
}

export interface GatewayHealth {
  readonly status: 'healthy' | 'degraded';
  readonly upstreams: Readonly<Record<Slot, SlotHealth>>;
}

/** What the gateway tells of its health. A slot without servers is no fault; a server that does not answer is one. */
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
