import { isLive, type CallLog, type CallLogStatus, type CallPatch } from '../../domain/calls/call-log.ts';
import { reportedEnd } from '../../domain/calls/reported-end.ts';
import { missing } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import { verifyWebhook, requireCallSid, type CarrierWebhook, type WebhookPorts } from './carrier-webhook.ts';
import { mayBeOnLine } from '../../domain/calls/transfer-record.ts';
import { handleAmdResult } from './handle-amd-result.ts';
import { hangUp } from './hang-up.ts';
import { reportEnd } from './report-end.ts';
import type { LiveCalls } from './live-calls.ts';

interface StatusCallbackPorts extends WebhookPorts {
  readonly liveCalls: LiveCalls;
  readonly clock: Clock;
}

/**
 * Handles a carrier's status callback: updates the call, and ends it here when it is over. Ignores requests that are
 * not reports. Throws `missing` if the agent or the call does not exist, `invalid` for an impossible call id, and
 * `forbidden` for a forged webhook.
 */
export const handleStatusCallback =
  (ports: StatusCallbackPorts) =>
  async (webhook: CarrierWebhook): Promise<void> => {
    const { agent, auth, dialect } = await verifyWebhook(ports, webhook);
    const report = dialect.readReport(webhook.request);
    // Some carriers send all events of a call to one URL.
    if (!report) return dialect.readAnsweredBy(webhook.request) ? handleAmdResult(ports)(webhook) : undefined;
    requireCallSid(report.sid);
    const reported = await reportedCall(ports.controlPlane, agent, { callId: webhook.callId, sid: report.sid });
    if (isLive(report.status)) return void (await reported.change({ status: progressOf(report.status) }));
    const end = { end_time_utc: ports.clock.now().toISOString() };
    const ended = await reported.change({ ...reportedEnd(reported.call, report), ...end });
    ports.liveCalls.end(ended.call_id, 'caller_left');
    await hangUpTransfers(ports, ended, { provider: agent.telephony.provider, auth });
    await reportEnd(ports, ended);
  };

/** The caller's leg is over: hangs up those to the targets of its transfers, whichever process started them. */
async function hangUpTransfers(
  ports: StatusCallbackPorts,
  { transfers = [] }: CallLog,
  carrier: { readonly provider: string; readonly auth: Readonly<Record<string, unknown>> },
): Promise<void> {
  for (const { provider_call_sid: sid } of transfers.filter(mayBeOnLine)) await hangUp(ports, { ...carrier, sid });
}

/** An answered call is in progress only once a runtime has claimed it and its media flows. */
const progressOf = (status: CallLogStatus): CallLogStatus => (status === 'in_progress' ? 'ringing' : status);

interface ReportedCall {
  /** The call before the report. */
  readonly call: CallLog;
  change(patch: CallPatch): Promise<CallLog>;
}

/**
 * The call of a report, addressed by the carrier's call id. If the webhook names the call and its record has no such
 * id, the id is stored first. A report without an id, or with another id, applies to the named call. Spec: Events.
 * Webhooks of an agent, which some carriers do not sign, report on calls of that agent only.
 */
async function reportedCall(
  controlPlane: ControlPlane,
  { org_id, agent_id }: { readonly org_id: string; readonly agent_id: string },
  { callId, sid }: { readonly callId: string | null; readonly sid: string },
): Promise<ReportedCall> {
  const bySid = (patch: CallPatch): Promise<CallLog> => controlPlane.updateCallBySid(org_id, sid, patch);
  // A patch that changes nothing reads the call.
  const known = await (callId === null ? bySid({ provider_call_sid: sid }) : controlPlane.call(org_id, callId));
  if (known?.agent_id !== agent_id) throw missing('Call');
  if (callId === null) return { call: known, change: bySid };
  const byId = (patch: CallPatch): Promise<CallLog> => controlPlane.updateCall(org_id, callId, patch);
  // The dialling process may not have received the carrier's call id.
  const isUnnamed = known.provider_call_sid === null && sid !== '';
  const call = isUnnamed ? await byId({ provider_call_sid: sid }) : known;
  return { call, change: sid !== '' && call.provider_call_sid === sid ? bySid : byId };
}
