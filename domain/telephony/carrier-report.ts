import type { CallLogStatus, CallResponse } from '../calls/call-log.ts';

/** What a carrier says became of a call, in our own words. Reports come late, twice and out of order. */
export interface CarrierReport {
  readonly status: CallLogStatus;
  /** Null while the call goes on, and where the carrier's word says nothing of it. */
  readonly response: CallResponse | null;
  /** Whether there is evidence that somebody, or a machine, picked up: an answer time, billed seconds, media. */
  readonly isAnswered: boolean;
  /** The carrier's own code and words for the end, for the log. */
  readonly cause: string | null;
}

/** Who picked up, as far as the carrier can tell. */
export type AnsweredBy = 'person' | 'machine' | 'unknown';
