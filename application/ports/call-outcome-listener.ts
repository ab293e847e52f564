import type { CallLog } from '../../domain/calls/call-log.ts';

/** For telling whoever had calls placed what became of them. Whatever is told may be told again. */
export interface CallOutcomeListener {
  /** The call is over. */
  ended(call: CallLog): Promise<void>;
  /**
   * Nobody heard of the call since it was perhaps dialled: its carrier is certain that it was not, or cannot tell. True:
   * it is taken back to be dialled again, and goes on as if it never had been.
   */
  dialUnconfirmed(call: CallLog, certainty: 'not_dialled' | 'unknown'): Promise<boolean>;
}
