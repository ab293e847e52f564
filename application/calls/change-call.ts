import type { CallLog } from '../../domain/calls/call-log.ts';
import { duplicate, failed, missing } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';

/** Attempts of one optimistic update: more than a call has states. */
const ATTEMPTS = 10;

/**
 * Applies a decision to the current call, and decides again when the call changed in between. A caller that has just
 * read the call passes it as `seen`.
 */
export async function changeCall(
  calls: CallRepository,
  orgId: string,
  callId: string,
  decide: (call: CallLog) => Partial<CallLog>,
  seen?: CallLog,
): Promise<CallLog> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const call = attempt === 0 && seen ? seen : await calls.find(orgId, callId);
    if (!call) throw missing('Call');
    const updated = await calls.update(orgId, callId, call, decide(call));
    if (updated === 'taken') throw duplicate('Another call has this provider_call_sid');
    if (updated) return updated;
  }
  throw failed('The update conflicted with other updates of this call: try again');
}
