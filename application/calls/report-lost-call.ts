import { isLive } from '../../domain/calls/call-log.ts';
import { parseUtc } from '../../domain/calls/iso-date.ts';
import { patchAfterRuntimeLoss } from '../../domain/calls/reconciliation.ts';
import { missing } from '../../domain/errors.ts';
import { changeCall } from './change-call.ts';
import { reconcileUnlessClaimed, type ReconcilePorts } from './reconcile-calls.ts';

/** That a call is carried by nobody any more, as it was found in what a process left behind that died. */
export interface LostCall {
  readonly org_id: string;
  readonly call_id: string;
  /** The last that its process wrote of it. */
  readonly heard_at: string;
}

/**
 * Settles a lost call now instead of when its lease runs out. One that was over before, by its carrier's word or because
 * its lease had run out, learns what this tells beyond that.
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
