import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { activeUntil } from '../../domain/calls/call-lease.ts';
import { isLive } from '../../domain/calls/call-log.ts';
import type { UnverifiedKind } from '../../domain/calls/call-shares.ts';
import { patchCall } from '../../domain/calls/call-patch.ts';
import { duplicate, missing } from '../../domain/errors.ts';
import type { CallLease } from '../ports/call-leases.ts';
import type { CallRepository } from '../ports/calls.ts';
import { changeCall } from './change-call.ts';
import { reserveSlot, type SlotPorts } from './reserve-slot.ts';

interface Ports extends SlotPorts {
  readonly calls: CallRepository;
}

/** Until when a call is carried by whoever claimed it, unless the claim is renewed. */
export interface CallClaim {
  readonly call_id: string;
  readonly until: string;
}

/**
 * Gives a live call to the process that is about to carry it, and moves it to `in_progress`. Refuses a call that is
 * over or another's with `duplicate`, and with `limited` one whose slot was freed meanwhile when no other is free.
 */
export const claimCall =
  (ports: Ports) =>
  async (principal: Principal, callId: string, owner: string): Promise<CallClaim> => {
    const { calls, leases, clock } = ports;
    const { org_id } = allow(principal, 'calls.write');
    const call = await calls.find(org_id, callId);
    if (!call) throw missing('Call');
    if (!isLive(call.status)) throw over();
    const now = clock.now();
    const until = activeUntil(now);
    if (!(await renewOrReserve(ports, { org_id, call_id: callId, owner, until }, call.unverified)))
      throw duplicate('Another process carries the call');
    const moved = await changeCall(calls, org_id, callId, (seen) => patchCall(seen, { status: 'in_progress' }, now));
    if (isLive(moved.status)) return { call_id: callId, until };
    await leases.release(org_id, callId);
    throw over();
  };

/** Whether the owner has the call's lease now: the one it holds, or a new one when that has run out. */
export async function renewOrReserve(
  ports: SlotPorts,
  lease: CallLease,
  unverified?: UnverifiedKind,
): Promise<boolean> {
  const now = ports.clock.now().toISOString();
  if (await ports.leases.claimOrRenew(lease, now)) return true;
  // Either the lease is gone or another owner's. Taking again leaves another's as it is, and holding tells.
  await reserveSlot(ports, lease, unverified);
  return ports.leases.claimOrRenew(lease, now);
}

const over = () => duplicate('The call is over');
