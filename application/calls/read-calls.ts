import { allow, type Caller } from '../../domain/accounts/caller.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { missing } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';

/** One call of the caller's organisation. */
export const findCall =
  ({ calls }: { calls: CallRepository }) =>
  async (caller: Caller, callId: string): Promise<CallLog> => {
    const call = await calls.find(allow(caller, 'calls.read').org_id, callId);
    if (!call) throw missing('Call');
    return call;
  };
