import type { CallLogStatus, CallResponse } from '../calls/call-log.ts';
import { DEFAULT_RETRY, nextAttempt, retryConfig, type RetryInput } from '../campaigns/retry-policy.ts';

/** Who answers where the agent dials a persona, as callees of the simulated carrier do. `talks`: the persona itself. */
export const CALLEES = [
  'busy',
  'no_answer',
  'failed',
  'declined',
  'voicemail',
  'screens',
  'hangs_up',
  'talks',
] as const;
export type CalleeKind = (typeof CALLEES)[number];

/** Those that speak the words of the persona. */
export const SPEAKING_CALLEES: readonly CalleeKind[] = ['talks', 'screens'];

/** What a call came to, as its log has it. */
export interface DialledOutcome {
  readonly status: CallLogStatus;
  readonly call_response: CallResponse;
  /** After how many seconds the person hung up. Null: they did not. */
  readonly stayedSeconds: number | null;
}

/** What carriers report of callees that do not pick up. */
const NOT_PICKED_UP: Readonly<Partial<Record<CalleeKind, Pick<DialledOutcome, 'status' | 'call_response'>>>> = {
  busy: { status: 'busy', call_response: 'busy' },
  no_answer: { status: 'no_answer', call_response: 'no_answer' },
  failed: { status: 'failed', call_response: 'failed' },
  declined: { status: 'busy', call_response: 'declined' },
};

/** The outcome of a call that this callee does not pick up. Null: it does. */
export function outcomeWithoutPickup(callee: CalleeKind | null): DialledOutcome | null {
  const reported = callee === null ? undefined : NOT_PICKED_UP[callee];
  return reported ? { ...reported, stayedSeconds: null } : null;
}

/**
 * After how many seconds a campaign dials the contact again whose attempt with this number, the first being 1, came to this.
 * Null: it does not.
 */
export function retrySeconds(
  { call_response, stayedSeconds }: DialledOutcome,
  attempt: number,
  given: RetryInput | undefined,
): number | null {
  const endedAt = new Date(0);
  const next = nextAttempt(retryConfig(given, DEFAULT_RETRY), call_response, attempt - 1, endedAt, stayedSeconds);
  return next && next.getTime() / 1_000;
}
