import { SLOTS, type Slot, type Upstream } from './upstream.ts';

/** How a server has done lately. Moments are monotonic milliseconds. */
export interface Standing {
  /** Faults since it last answered. */
  readonly faults: number;
  /** Until then others are asked first. */
  readonly restsUntil: number;
}

export const FRESH: Standing = { faults: 0, restsUntil: Number.NEGATIVE_INFINITY };

/** A server rests so long after its first fault, and twice as long after each further one. In milliseconds. */
const REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;

/** The standing of a server that just failed. */
export function faulted({ faults }: Standing, now: number): Standing {
  const restMs = Math.min(REST_MS * 2 ** faults, LONGEST_REST_MS);
  return { faults: faults + 1, restsUntil: now + restMs };
}

/** After so many faults in a row a server that rests is not asked even when nobody else is left. */
const DEAD_AFTER = 3;

export const isResting = ({ restsUntil }: Standing, now: number): boolean => now < restsUntil;

export const isDead = (standing: Standing, now: number): boolean =>
  standing.faults >= DEAD_AFTER && isResting(standing, now);

/** What a look at a server found: `silent` when it took the connection and did not answer in time. */
export type Sign = 'up' | 'silent' | 'down';

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
export function gatewayHealth(found: readonly (readonly [Upstream, Sign])[]): GatewayHealth {
  const upstreams = Object.fromEntries(
    SLOTS.map((slot) => [slot, slotHealth(found.filter(([upstream]) => upstream.slot === slot))]),
  ) as Record<Slot, SlotHealth>;
  const isWell = found.every(([, sign]) => sign === 'up');
  return { status: isWell ? 'healthy' : 'degraded', upstreams };
}

function slotHealth(found: readonly (readonly [Upstream, Sign])[]): SlotHealth {
  const servers = found.map(([{ url }, sign]): ServerHealth => ({ url, status: sign === 'up' ? 'up' : 'down' }));
  const up = servers.filter(({ status }) => status === 'up').length;
  if (servers.length === 0) return { status: 'not_configured', servers };
  if (up === servers.length) return { status: 'healthy', servers };
  return { status: up === 0 ? 'down' : 'degraded', servers };
}
