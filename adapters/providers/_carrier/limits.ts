/**
 * Time limit that the carrier enforces on an outbound call, in seconds. Bounds the cost of a call that never hangs up.
 * Four hours is the maximum at most carriers.
 */
export const CALL_SECONDS_MAX = 14_400;
