import type { CallLog, CallLogStatus } from '../../domain/calls/call-log.ts';

/** For keeping call logs. Another organisation's call does not exist. */
export interface CallRepository {
  add(call: CallLog): Promise<void>;
  find(orgId: string, callId: string): Promise<CallLog | null>;
  /**
   * Replaces the given fields if the call still has the status the change was decided on: the changed call, null when
   * it is absent or has moved on.
   */
  update(orgId: string, callId: string, seen: CallLogStatus, changes: Partial<CallLog>): Promise<CallLog | null>;
  /** How many calls of the organisation hold a slot: in progress or ringing, or initiated after `since` (ISO 8601). */
  countLive(orgId: string, since: string): Promise<number>;
}
