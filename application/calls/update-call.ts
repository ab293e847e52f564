import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { callPatch, patchCall, type CallPatchInput } from '../../domain/calls/call-patch.ts';
import { requireOwnLocations } from '../../domain/calls/locations.ts';
import { missing } from '../../domain/errors.ts';
import type { CallLeases } from '../ports/call-leases.ts';
import type { CallWatcher } from '../ports/call-watcher.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { changeCall } from './change-call.ts';

interface Ports {
  readonly calls: CallRepository;
  readonly leases: CallLeases;
  readonly objects: ObjectStore;
  readonly callWatcher: CallWatcher;
  readonly clock: Clock;
}

/** Applies a patch to a call. One that is over gives its slot back, and whoever had it placed is told. */
export const updateCall =
  ({ calls, leases, objects, callWatcher, clock }: Ports) =>
  async (caller: Caller, callId: string, request: CallPatchInput): Promise<CallLog> => {
    const { org_id } = allow(caller, 'calls.write');
    const patch = callPatch(request);
    const updated = await changeCall(calls, org_id, callId, (call) => {
      requireOwnLocations(patch, call, objects.root);
      return patchCall(call, patch, clock.now());
    });
    if (isLive(updated.status)) return updated;
    await leases.free(org_id, callId);
    await callWatcher.ended(updated);
    return updated;
  };

/** The same for a call that is known by its carrier's id only. */
export const updateCallByProviderSid =
  (ports: Ports) =>
  async (caller: Caller, sid: string, request: CallPatchInput): Promise<CallLog> => {
    const call = await ports.calls.findByProviderSid(allow(caller, 'calls.write').org_id, sid);
    if (!call) throw missing('Call');
    return updateCall(ports)(caller, call.call_id, request);
  };
