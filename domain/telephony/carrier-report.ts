import type { CallLogStatus, CallResponse } from '../calls/call-log.ts';

/** A carrier's report of a call, in the platform's terms. Reports arrive late, twice and out of order. */
export interface CarrierReport {
  readonly status: CallLogStatus;
  /** Null while the call is live, and when the carrier's status does not tell. */
  readonly response: CallResponse | null;
  /** Whether there is evidence of a pickup by a person or machine: answer time, billed seconds, media. */
  readonly isAnswered: boolean;
  /** The carrier's own code and text for the end, for the log. */
  readonly cause: string | null;
}

/** Result of answering-machine detection (AMD). */
export type AnsweredBy = 'person' | 'machine' | 'unknown';
