import { isLive, type CallLog, type CallPatch } from '../../domain/calls/call-log.ts';
import { missing } from '../../domain/errors.ts';
import type { CarrierReport } from '../../domain/telephony/carrier-report.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import { knownWebhook, type CarrierWebhook, type WebhookPorts } from './carrier-webhook.ts';
import { reportEnd } from './report-end.ts';
import type { LiveCalls } from './live-calls.ts';

interface ReportPorts extends WebhookPorts {
  readonly liveCalls: LiveCalls;
  readonly clock: Clock;
}

/**
 * Takes note of what a carrier says became of a call, and ends the call here when it is over there. What is no report is
 * of no concern. Refuses with `missing` an agent or a call that is not there, and with `forbidden` what the carrier did
 * not send.
 */
export const noteReport =
  (ports: ReportPorts) =>
  async (webhook: CarrierWebhook): Promise<void> => {
    const { agent, dialect } = await knownWebhook(ports, webhook);
    const report = dialect.readReport(webhook.request);
    if (!report) return;
    const patch = patchOf(report, ports.clock.now());
    const call = await patchedCall(ports.controlPlane, agent, { callId: webhook.callId, sid: report.sid }, patch);
    if (isLive(report.status)) return;
    ports.liveCalls.end(call.call_id, 'caller_left');
    await reportEnd(ports, call);
  };

/**
 * Changes the call by its carrier's id. Where the webhook names the call, its log learns that id first if it has none; a
 * report without an id, or with another one than the log's, changes the call that is named. Spec: Events.
 */
async function patchedCall(
  controlPlane: ControlPlane,
  { org_id, agent_id }: { readonly org_id: string; readonly agent_id: string },
  { callId, sid }: { readonly callId: string | null; readonly sid: string },
  patch: CallPatch,
): Promise<CallLog> {
  if (callId === null) return controlPlane.updateCallBySid(org_id, sid, patch);
  const call = await controlPlane.call(org_id, callId);
  if (call?.agent_id !== agent_id) throw missing('Call');
  if (sid === '' || (call.provider_call_sid ?? sid) !== sid) return controlPlane.updateCall(org_id, callId, patch);
  // Whoever dialled may never have heard the carrier's id of the call.
  const named =
    call.provider_call_sid === null ? await controlPlane.updateCall(org_id, callId, { provider_call_sid: sid }) : call;
  if (named.provider_call_sid !== sid) return controlPlane.updateCall(org_id, callId, patch);
  return controlPlane.updateCallBySid(org_id, sid, patch);
}

function patchOf({ status, response, isAnswered }: CarrierReport, now: Date): CallPatch {
  if (isLive(status)) return { status };
  const outcome = response ?? (isAnswered ? 'answered' : null);
  return { status, end_time_utc: now.toISOString(), ...(outcome !== null && { call_response: outcome }) };
}
