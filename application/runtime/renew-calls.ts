import type { ControlPlane } from '../ports/control-plane.ts';
import type { LiveCalls } from './live-calls.ts';

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
