import { givesWayIn } from '../../domain/calls/call-lease.ts';
import { patchCall } from '../../domain/calls/call-patch.ts';
import type { CallLeases } from '../ports/call-leases.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';

interface Ports {
  readonly calls: CallRepository;
  readonly leases: CallLeases;
  readonly clock: Pick<Clock, 'now'>;
}

const REPLACED = 'Its visitor began another call before the socket of this one was opened';

/** In how many ms a call of this visitor gives way because its socket was not opened. Null: none does. */
export async function unopenedGivesWayIn({ leases, clock }: Ports, visitor: string): Promise<number | null> {
  const now = clock.now();
  const [first] = await leases.unclaimedOfClient(visitor, now.toISOString());
  return first ? givesWayIn(first.until, now) : null;
}

/**
 * Ends the registered call of a visitor that has waited longest for its socket, if it gives way by now, and frees its place.
 * Its log ends first: no runtime can claim the call then. Returns whether a place was freed.
 */
export async function endUnopened({ calls, leases, clock }: Ports, visitor: string): Promise<boolean> {
  const now = clock.now();
  const [first] = await leases.unclaimedOfClient(visitor, now.toISOString());
  if (!first || givesWayIn(first.until, now) > 0) return false;
  const { org_id, call_id } = first;
  const call = await calls.find(org_id, call_id);
  if (call?.status !== 'initiated') return false;
  const end = {
    ...({ status: 'canceled', call_response: 'canceled', error_message: REPLACED } as const),
    end_time_utc: now.toISOString(),
  };
  const ended = await calls.update(org_id, call_id, call, patchCall(call, end, now));
  if (ended === null || ended === 'taken') return false;
  await leases.release(org_id, call_id);
  return true;
}
