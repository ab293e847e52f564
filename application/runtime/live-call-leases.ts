import type { RanAgent } from '../../domain/calls/call-log.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { CallRef, LiveCalls } from './live-calls.ts';

/**
 * Claims a call for this process, here and at the API. Returns whether that succeeded. On an error the claim is
 * released. On success the caller of this function must release it.
 */
export async function claimLiveCall(
  { controlPlane, liveCalls }: { controlPlane: ControlPlane; liveCalls: LiveCalls },
  ref: CallRef,
  ran: RanAgent,
): Promise<boolean> {
  if (!liveCalls.claim(ref)) return false;
  let isClaimed = false;
  try {
    isClaimed = await controlPlane.claimCall(ref.org_id, ref.call_id, liveCalls.owner, ran);
    return isClaimed;
  } finally {
    if (!isClaimed) liveCalls.release(ref.call_id);
  }
}

/**
 * Renews the leases of all calls that this process runs, in one request, and ends the calls whose lease was lost: those
 * that are over or claimed by another process. Runs every 15 s. The API reconciles a call after 45 s without renewal.
 */
export const renewLiveCalls =
  ({ controlPlane, liveCalls }: { readonly controlPlane: ControlPlane; readonly liveCalls: LiveCalls }) =>
  async (): Promise<void> => {
    const { owner, startedCalls } = liveCalls;
    if (startedCalls.length === 0) return;
    for (const callId of await controlPlane.renewCalls(owner, startedCalls)) liveCalls.end(callId, 'caller_left');
  };
