import { isLive, type CallPatch } from '../../domain/calls/call-log.ts';
import { missing } from '../../domain/errors.ts';
import type { CarrierReport } from '../../domain/telephony/carrier-report.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import { knownWebhook, type CarrierWebhook, type WebhookPorts } from './carrier-webhook.ts';
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
    const callId = await patchedCall(ports.controlPlane, agent, { callId: webhook.callId, sid: report.sid }, patch);
    if (!isLive(report.status)) ports.liveCalls.end(callId, 'caller_left');
  };

/** Changes the call that the webhook names, else the one that the carrier calls so. */
async function patchedCall(
  controlPlane: ControlPlane,
  { org_id, agent_id }: { readonly org_id: string; readonly agent_id: string },
  { callId, sid }: { readonly callId: string | null; readonly sid: string },
  patch: CallPatch,
): Promise<string> {
  if (callId === null) return (await controlPlane.updateCallBySid(org_id, sid, patch)).call_id;
  const call = await controlPlane.call(org_id, callId);
  if (call?.agent_id !== agent_id) throw missing('Call');
  // Whoever dialled may never have heard how the carrier calls it.
  const name = call.provider_call_sid === null && sid !== '' ? { provider_call_sid: sid } : {};
  await controlPlane.updateCall(org_id, callId, { ...patch, ...name });
  return callId;
}

function patchOf({ status, response, isAnswered }: CarrierReport, now: Date): CallPatch {
  if (isLive(status)) return { status };
  const outcome = response ?? (isAnswered ? 'answered' : null);
  return { status, end_time_utc: now.toISOString(), ...(outcome !== null && { call_response: outcome }) };
}
