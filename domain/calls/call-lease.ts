import type { CallType } from './call-log.ts';

/** How long a callee's telephone rings at most. In seconds. */
export const RING_SECONDS = 60;

/**
 * How long a registered call keeps its slot until somebody carries it. Outbound: as long as it rings, and a margin. Inbound:
 * its carrier opens the media socket at once and begins its stream within ten seconds; a webhook that somebody made up,
 * where the carrier does not sign, blocks a slot no longer than that and a margin.
 */
const RESERVED_MS: Readonly<Record<CallType, number>> = {
  web: 60_000,
  inbound: 20_000,
  outbound: RING_SECONDS * 1000 + 30_000,
};

/** How long a call is carried without its carrier being heard of. Three renewals fit in. */
const ACTIVE_MS = 45_000;

/** How long looking after a call whose lease ran out may take before somebody else does. */
const RECONCILING_MS = 30_000;

/** How long a call that had lost its lease waits until it is settled: less than until somebody looks again. */
const GRACE_MS = 15_000;

const after = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

/** Until when a call that was just registered keeps its slot. */
export const reservedUntil = (type: CallType, now: Date): string => after(now, RESERVED_MS[type]);

/** Until when a call that is carried, or was just renewed, keeps its slot. */
export const activeUntil = (now: Date): string => after(now, ACTIVE_MS);

/** Until when a call that had lost its lease has another. */
export const graceUntil = (now: Date): string => after(now, GRACE_MS);

/** Until when whoever settles a call has it to itself. */
export const reconcilingUntil = (now: Date): string => after(now, RECONCILING_MS);
