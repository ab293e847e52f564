import type { CallResponse } from '../calls/call-log.ts';
import type { CarrierFailure } from '../telephony/carrier-failure.ts';

/** What a definite refusal of a dial means for its contact. */
export type RefusalVerdict =
  /** The contact cannot be called. */
  | { readonly kind: 'final'; readonly outcome: CallResponse }
  /** Not about the contact: the run waits `waitMs`, and the campaign dials no one in that time. */
  | { readonly kind: 'later'; readonly waitMs: number; readonly isFailure: boolean }
  /** A user has to act: the campaign is paused for this reason, and stops dialling until that is stored. */
  | { readonly kind: 'stop'; readonly waitMs: number; readonly reason: string };

/** Refusals about the account that may pass: unpaid balance, location of the server. */
const ACCOUNT_STATUSES = new Set([402, 407, 451]);
const ACCOUNT_WAIT_MS = 60_000;
const THROTTLED_WAIT_MS = 2_000;
const WAIT_MAX_MS = 600_000;

/**
 * Classifies a carrier's definite refusal. Throttling is not a failure of the carrier; an account without credit is.
 */
export function classifyRefusal(failure: CarrierFailure, provider: string): RefusalVerdict {
  if (failure.isThrottled) {
    const waitMs = Math.min(failure.retryAfterMs ?? THROTTLED_WAIT_MS, WAIT_MAX_MS);
    return { kind: 'later', waitMs, isFailure: false };
  }
  if (failure.response !== null) return { kind: 'final', outcome: failure.response };
  const reason = stopReason(failure.status, provider);
  if (reason !== null) return { kind: 'stop', waitMs: ACCOUNT_WAIT_MS, reason };
  if (ACCOUNT_STATUSES.has(failure.status)) return { kind: 'later', waitMs: ACCOUNT_WAIT_MS, isFailure: true };
  return { kind: 'final', outcome: 'failed' };
}

/** What a user has to do before dialling can continue. Null when waiting may be enough. */
function stopReason(status: number, provider: string): string | null {
  if (status === 401) return `${provider} rejected the stored credentials (401): update them, then resume`;
  if (status === 403)
    return `${provider} does not allow this account to call (403): contact ${provider} or store other credentials, then resume`;
  return null;
}
