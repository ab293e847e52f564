import { isLive } from '../../domain/calls/call-log.ts';
import { parseUtc } from '../../domain/calls/iso-date.ts';
import { patchAfterRuntimeLoss } from '../../domain/calls/reconciliation.ts';
import { missing } from '../../domain/errors.ts';
import { changeCall } from './change-call.ts';
import { reconcileUnlessClaimed, type ReconcilePorts } from './reconcile-calls.ts';

/** A call whose runtime died, as found in that runtime's spool. */
export interface LostCall {
  readonly org_id: string;
  readonly call_id: string;
  /** When the runtime last wrote to the spool. */
  readonly heard_at: string;
}

/**
 * Reconciles a lost call now instead of when its lease expires. A call that ended earlier, by its carrier's report or
 * its expired lease, gets what this report adds.
 */
export const reportLostCall =
  (ports: ReconcilePorts) =>
  async ({ org_id, call_id, heard_at }: LostCall): Promise<void> => {
    const { calls, leases, clock } = ports;
    const now = clock.now();
    const lastSign = new Date(Math.min(parseUtc(heard_at, 'heard_at').getTime(), now.getTime())).toISOString();
    const call = await calls.find(org_id, call_id);
    if (!call) throw missing('Call');
    const lease = isLive(call.status) ? await leases.expireNow(org_id, call_id, lastSign, now.toISOString()) : null;
    if (lease) return reconcileUnlessClaimed(ports, lease);
    await changeCall(calls, org_id, call_id, (seen) => patchAfterRuntimeLoss(seen, lastSign, now));
  };
