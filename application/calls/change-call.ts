import type { CallLog } from '../../domain/calls/call-log.ts';
import { duplicate, failed, missing } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';

/** More often than a call has states to move through. */
const ATTEMPTS = 10;

/**
 * Applies a decision to the call as it is at that moment: when it moves on in between, it is decided again. Who has just
 * `seen` it need not look first.
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
  throw failed('The call kept changing; the update was not applied');
}
