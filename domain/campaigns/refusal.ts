import type { CallResponse } from '../calls/call-log.ts';
import type { CarrierFailure } from '../telephony/carrier-failure.ts';

/** What a definite refusal of a dial means for its contact. */
export type Verdict =
  /** The contact cannot be called. */
  | { readonly kind: 'final'; readonly outcome: CallResponse }
  /** It is not the contact: the run waits so many milliseconds, and its campaign dials nobody meanwhile. */
  | { readonly kind: 'later'; readonly waitMs: number; readonly isFailure: boolean };

/** Refusals that are about the account: who we are, what we paid, what we may. */
const OF_THE_ACCOUNT = new Set([401, 402, 403, 407, 451]);
const ACCOUNT_WAIT_MS = 60_000;
const THROTTLED_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 600_000;

/** Judges a definite refusal. Being asked to slow down says nothing against the carrier; a closed account does. */
export function verdictOn(failure: CarrierFailure): Verdict {
  if (failure.isThrottled) {
    const waitMs = Math.min(failure.retryAfterMs ?? THROTTLED_WAIT_MS, LONGEST_WAIT_MS);
    return { kind: 'later', waitMs, isFailure: false };
  }
  if (failure.response === null && OF_THE_ACCOUNT.has(failure.status))
    return { kind: 'later', waitMs: ACCOUNT_WAIT_MS, isFailure: true };
  return { kind: 'final', outcome: failure.response ?? 'failed' };
}
