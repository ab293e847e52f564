import { activeUntil } from '../../domain/calls/call-lease.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { sharedKind } from '../../domain/calls/call-shares.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CallLease } from '../ports/call-leases.ts';
import type { CallRepository } from '../ports/calls.ts';
import { renewOrReserve } from './claim-call.ts';
import type { SlotPorts } from './reserve-slot.ts';

interface Ports extends SlotPorts {
  readonly calls: CallRepository;
}

export interface Renewal {
  readonly owner: string;
  readonly calls: readonly { readonly org_id: string; readonly call_id: string }[];
}

/**
 * Renews the leases of a runtime's calls and returns the lost ones: those that are over or have another owner. A lease
 * that expired during an outage is reserved again while the call is live and a slot is free.
 */
export const renewCalls =
  (ports: Ports) =>
  async ({ owner, calls }: Renewal): Promise<{ lost: string[] }> => {
    const now = ports.clock.now();
    const until = activeUntil(now);
    const renewed = await Promise.all(
      calls.map(async ({ org_id, call_id }) => {
        const lease = { org_id, call_id, owner, until };
        return (await ports.leases.claimOrRenew(lease, now.toISOString())) || reacquire(ports, lease);
      }),
    );
    return { lost: calls.filter((_, at) => renewed[at] === false).map(({ call_id }) => call_id) };
  };

async function reacquire(ports: Ports, lease: CallLease): Promise<boolean> {
  const call = await liveCall(ports, lease);
  if (!call) return false;
  const isRenewed = await renewOrReserve(ports, lease, sharedKind(call)).catch((error: unknown) => {
    if (error instanceof DomainError && ['limited', 'missing'].includes(error.problem)) return false;
    throw error;
  });
  if (!isRenewed || (await liveCall(ports, lease))) return isRenewed;
  // The request that ended the call released its earlier slot, not this one.
  await ports.leases.release(lease.org_id, lease.call_id);
  return false;
}

/** The call while it is live; null when it is over. */
async function liveCall({ calls }: Ports, { org_id, call_id }: CallLease): Promise<CallLog | null> {
  const call = await calls.find(org_id, call_id);
  return call !== null && isLive(call.status) ? call : null;
}
