import type { CallLog } from '../../domain/calls/call-log.ts';
import { duplicate, missing } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

/**
 * Applies a decision to the current call, and decides again when the call changed in between. A caller that has just
 * read the call passes it as `seen`.
 */
export const changeCall = (
  calls: CallRepository,
  orgId: string,
  callId: string,
  decide: (call: CallLog) => Partial<CallLog>,
  seen?: CallLog,
): Promise<CallLog> =>
  retryOnConflict('The call kept changing. Try again.', async (attempt) => {
    const call = attempt === 0 && seen ? seen : await calls.find(orgId, callId);
    if (!call) throw missing('Call');
    const updated = await calls.update(orgId, callId, call, decide(call));
    if (updated === 'taken') throw duplicate('Another call has this provider_call_sid');
    return updated ?? 'again';
  });
