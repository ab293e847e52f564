import type { ControlPlane } from '../ports/control-plane.ts';
import type { CallName, LiveCalls } from './live-calls.ts';

/**
 * Takes a call to be carried by this process, here and at the API, and answers whether it may be. What it throws, it
 * throws with the call let go; whoever gets it must release it.
 */
export async function claimCall(
  { controlPlane, liveCalls }: { controlPlane: ControlPlane; liveCalls: LiveCalls },
  name: CallName,
): Promise<boolean> {
  if (!liveCalls.claim(name)) return false;
  let isOurs = false;
  try {
    isOurs = await controlPlane.claimCall(name.org_id, name.call_id, liveCalls.owner);
    return isOurs;
  } finally {
    if (!isOurs) liveCalls.release(name.call_id);
  }
}
