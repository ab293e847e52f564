import type { CallLog } from '../../domain/calls/call-log.ts';

/** For notifying the campaign engine of the outcome of its calls. Notifications may repeat. */
export interface CallOutcomeListener {
  /** The call is over. */
  ended(call: CallLog): Promise<void>;
  /**
   * The carrier has no record of a dialled call, or cannot tell. True: the call is requeued to be dialled again and
   * stays live.
   */
  dialUnconfirmed(call: CallLog, certainty: 'not_dialled' | 'unknown'): Promise<boolean>;
}
