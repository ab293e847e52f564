import type { ControlPlane } from '../ports/control-plane.ts';
import type { LiveCalls } from './live-calls.ts';

/**
 * Tells the API which calls this process still carries, all in one request, and ends here what it has lost: calls that
 * are over, or another's by now. To be done every 15 seconds; a call that is not heard of for 45 is settled by the API.
 */
export const renewLiveCalls =
  ({ controlPlane, liveCalls }: { readonly controlPlane: ControlPlane; readonly liveCalls: LiveCalls }) =>
  async (): Promise<void> => {
    const { owner, startedCalls } = liveCalls;
    if (startedCalls.length === 0) return;
    for (const callId of await controlPlane.renewCalls(owner, startedCalls)) liveCalls.end(callId, 'caller_left');
  };
