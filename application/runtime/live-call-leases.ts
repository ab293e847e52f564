import type { ControlPlane } from '../ports/control-plane.ts';
import type { CallRef, LiveCalls } from './live-calls.ts';

/**
 * Takes a call to be carried by this process, here and at the API, and answers whether it may be. What it throws, it
 * throws with the call let go; whoever gets it must release it.
 */
export async function claimLiveCall(
  { controlPlane, liveCalls }: { controlPlane: ControlPlane; liveCalls: LiveCalls },
  ref: CallRef,
): Promise<boolean> {
  if (!liveCalls.claim(ref)) return false;
  let isClaimed = false;
  try {
    isClaimed = await controlPlane.claimCall(ref.org_id, ref.call_id, liveCalls.owner);
    return isClaimed;
  } finally {
    if (!isClaimed) liveCalls.release(ref.call_id);
  }
}
