import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import type { ControlPlane } from '../ports/control-plane.ts';

/**
 * Reports that a campaign's call is over, so that its campaign goes on. A call that is live, or belongs to no campaign, is
 * not reported. Any process may report it, as often as it learns of the end: it counts once. Spec: Events.
 */
export async function reportEnd(
  { controlPlane }: { readonly controlPlane: Pick<ControlPlane, 'reportCallStatus'> },
  { org_id, call_id, status, campaign_id }: CallLog,
): Promise<void> {
  if (!isLive(status) && campaign_id !== null) await controlPlane.reportCallStatus(org_id, call_id);
}
