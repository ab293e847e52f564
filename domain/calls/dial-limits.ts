import type { AgentLimits } from '../agents/limits.ts';

/** Ring timeout of a dialled number unless its agent has another, in seconds. */
const RING_TIMEOUT_SECONDS = 60;

/**
 * Longest call that a carrier is asked for, in seconds. Bounds the cost of a call that never hangs up. Four hours is the
 * maximum at most carriers.
 */
export const CALL_SECONDS_MAX = 14_400;

/**
 * How much later than the runtime the carrier ends a call, in seconds. The set-up of the media stream, a caller who does
 * not stop and the last words of the agent fit in.
 */
const CARRIER_MARGIN_SECONDS = 120;

/** Limits that the carrier enforces on an outbound call. */
export interface DialLimits {
  /** Ring timeout, in seconds. */
  readonly ringTimeoutSeconds: number;
  /** Longest time from the answer to the end, in seconds. The runtime ends the call before. */
  readonly callSecondsMax: number;
}

/**
 * The carrier's limits for calls of an agent with these limits. `mayBeTransferred`: a person may take the call over, and the
 * carrier would cut that person off. Then the runtime alone ends the call.
 */
export const dialLimits = (limits: AgentLimits = {}, mayBeTransferred = false): DialLimits => ({
  ringTimeoutSeconds: limits.ring_seconds ?? RING_TIMEOUT_SECONDS,
  callSecondsMax: mayBeTransferred
    ? CALL_SECONDS_MAX
    : Math.min((limits.max_call_seconds ?? CALL_SECONDS_MAX) + CARRIER_MARGIN_SECONDS, CALL_SECONDS_MAX),
});
