import type { CallLog, CallType } from './call-log.ts';
import { isoAfter } from '../expiry.ts';

/**
 * How long a registered call keeps its slot before a runtime claims it, in ms, beside the ring timeout of an outbound
 * call. Inbound: the carrier opens the media stream at once and starts it within 10 s. A forged webhook of a carrier
 * that does not sign blocks a slot no longer than that plus a margin.
 */
const RESERVED_MS: Readonly<Record<CallType, number>> = { web: 60_000, inbound: 20_000, outbound: 30_000 };

/**
 * How long a registered web call keeps its place among the calls of its visitor while its socket is not opened, in ms: a page
 * does that at once, and again after one and two seconds.
 */
const UNOPENED_MS = 10_000;

/** Lease of a running call, in ms. Three renewals fit in. */
const ACTIVE_MS = 45_000;

/** Lease of a reconciliation, in ms. After it another process may reconcile the call. */
const RECONCILING_MS = 30_000;

/** How long a call that lost its lease waits before reconciliation, in ms: shorter than the reconciliation interval. */
const GRACE_MS = 15_000;

/** Whether a runtime may run the call, or a carrier dial it, whatever a member reports. */
export const mayBeRunning = ({ status, call_type }: Pick<CallLog, 'status' | 'call_type'>): boolean =>
  call_type === 'outbound' || !['initiated', 'ringing'].includes(status);

/** Lease expiry of a newly registered call. `ringSeconds`: the ring timeout of an outbound call. */
export const reservedUntil = (type: CallType, now: Date, ringSeconds = 0): string =>
  isoAfter(now, RESERVED_MS[type] + ringSeconds * 1000);

/** In how many ms an unclaimed web call gives way to another one. 0: now. */
export const givesWayIn = (until: string, now: Date): number =>
  Math.max(0, Date.parse(until) - RESERVED_MS.web + UNOPENED_MS - now.getTime());

/** Lease expiry of a registered web call that gives way from now on; one that expires earlier does so already. */
export const givingWayUntil = (now: Date): string => isoAfter(now, RESERVED_MS.web - UNOPENED_MS);

/** Lease expiry of a call that was claimed or renewed. */
export const activeUntil = (now: Date): string => isoAfter(now, ACTIVE_MS);

/** Lease expiry of a call that lost its lease and got a new one. */
export const graceUntil = (now: Date): string => isoAfter(now, GRACE_MS);

/** Lease expiry of a call under reconciliation. */
export const reconcilingUntil = (now: Date): string => isoAfter(now, RECONCILING_MS);
