import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import type { ControlPlane } from '../ports/control-plane.ts';

/**
 * Reports the end of a campaign's call, so that the campaign continues. Ignores live calls and calls without a
 * campaign. Idempotent: any process may report. Spec: Events.
 */
export async function reportEnd(
  { controlPlane }: { readonly controlPlane: Pick<ControlPlane, 'reportCallStatus'> },
  { org_id, call_id, status, campaign_id }: CallLog,
): Promise<void> {
  if (!isLive(status) && campaign_id !== null) await controlPlane.reportCallStatus(org_id, call_id);
}
