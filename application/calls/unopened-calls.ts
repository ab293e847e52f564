import { givesWayIn, givingWayUntil } from '../../domain/calls/call-lease.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { patchCall } from '../../domain/calls/call-patch.ts';
import type { CallLeases, StoredCallLease } from '../ports/call-leases.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';

export interface UnopenedPorts {
  readonly calls: Pick<CallRepository, 'find' | 'update'>;
  readonly leases: CallLeases;
  readonly clock: Pick<Clock, 'now'>;
}

const REPLACED = 'Its visitor began another call before the socket of this one was opened';
const IN_THE_WAY = 'Another call needed its place before the socket of this one was opened';

/** In how many ms a call of this visitor gives way because its socket was not opened. Null: none does. */
export async function unopenedGivesWayIn({ leases, clock }: UnopenedPorts, visitor: string): Promise<number | null> {
  const now = clock.now();
  const [first] = await leases.unclaimedOfClient(visitor, now.toISOString());
  return first ? givesWayIn(first.until, now) : null;
}

/** Ends the registered call of a visitor that has waited longest for its socket, if it gives way by now. Returns whether a place is free. */
export async function endUnopened(ports: UnopenedPorts, visitor: string): Promise<boolean> {
  const now = ports.clock.now();
  const [first] = await ports.leases.unclaimedOfClient(visitor, now.toISOString());
  if (!first || givesWayIn(first.until, now) > 0) return false;
  return end(ports, first, { of: () => true, why: REPLACED });
}

/** Ends one of an organisation's registered web calls that waits for its socket and gives way by now. Returns whether a slot is free. */
export async function endUnopenedOf(
  ports: UnopenedPorts,
  orgId: string,
  of: (call: CallLog) => boolean,
): Promise<boolean> {
  const now = ports.clock.now();
  const waiting = await ports.leases.givingWayOf(orgId, { now: now.toISOString(), until: givingWayUntil(now) });
  for (const lease of waiting) if (await end(ports, lease, { of, why: IN_THE_WAY })) return true;
  return false;
}

/** Ends an unopened web call and frees its slot. Its log ends first: no runtime can claim the call then. */
async function end(
  { calls, leases, clock }: UnopenedPorts,
  { org_id, call_id }: Pick<StoredCallLease, 'org_id' | 'call_id'>,
  { of, why }: { readonly of: (call: CallLog) => boolean; readonly why: string },
): Promise<boolean> {
  const now = clock.now();
  const call = await calls.find(org_id, call_id);
  if (call?.status !== 'initiated' || call.call_type !== 'web' || !of(call)) return false;
  const canceled = {
    ...({ status: 'canceled', call_response: 'canceled', error_message: why } as const),
    end_time_utc: now.toISOString(),
  };
  const ended = await calls.update(org_id, call_id, call, patchCall(call, canceled, now));
  if (ended === null || ended === 'taken') return false;
  await leases.release(org_id, call_id);
  return true;
}
