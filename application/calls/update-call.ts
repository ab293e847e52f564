import { allow, type Caller } from '../../domain/accounts/caller.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { callPatch, patchCall, type CallPatchInput } from '../../domain/calls/call-patch.ts';
import { requireOwnLocations } from '../../domain/calls/locations.ts';
import { failed, missing } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { ObjectStore } from '../ports/objects.ts';

/** More often than a call has statuses to move through. */
const ATTEMPTS = 10;

/** Applies a patch to the call as it is at that moment: when its status moves in between, the patch is decided again. */
export const updateCall =
  ({ calls, objects, clock }: { calls: CallRepository; objects: ObjectStore; clock: Clock }) =>
  async (caller: Caller, callId: string, request: CallPatchInput): Promise<CallLog> => {
    const { org_id } = allow(caller, 'calls.write');
    const patch = callPatch(request);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const call = await calls.find(org_id, callId);
      if (!call) throw missing('Call');
      requireOwnLocations(patch, call, objects.root);
      const updated = await calls.update(org_id, callId, call.status, patchCall(call, patch, clock.now()));
      if (updated) return updated;
    }
    throw failed('The call kept changing; the update was not applied');
  };
