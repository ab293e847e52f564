import type { CallLog } from '../../domain/calls/call-log.ts';
import { invalid, missing } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { verifyWebhook, requireCallSid, type CarrierWebhook, type WebhookPorts } from './carrier-webhook.ts';
import { agentOfCall } from './agent-of-call.ts';
import type { LiveCalls } from './live-calls.ts';
import { endAsVoicemail } from './end-as-voicemail.ts';
import { passMachineReport } from './machine-reports.ts';

interface AmdResultPorts extends WebhookPorts {
  readonly liveCalls: LiveCalls;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Handles the AMD result of an outbound call. A machine ends it as voicemail, unless the agent leaves a message or has
 * detection switched off. A person changes nothing. The platform's own detection is in `domain/voice/voicemail-detection.ts`.
 * Throws `missing` if the agent or the call does not exist, and `forbidden` for a forged webhook.
 */
export const handleAmdResult =
  (ports: AmdResultPorts) =>
  async (webhook: CarrierWebhook): Promise<void> => {
    const { agent, dialect, auth, isUnsigned } = await verifyWebhook(ports, webhook);
    const result = dialect.readAnsweredBy(webhook.request);
    if (!result) throw invalid('The request has no answering-machine result');
    requireCallSid(result.sid);
    const call = await namedCall(ports, agent, webhook.callId);
    if (result.answeredBy !== 'machine') return;
    const action = (await agentOfCall(ports, agent, call)).agent.config.voicemail?.action;
    if (action === 'off') return;
    if (action === 'leave_message')
      return passMachineReport(ports, call, result.greetingEnded === true ? 'greeting_ended' : 'detected');
    const [{ org_id }, { provider }] = [agent, agent.telephony];
    // The sid of a webhook that is not signed may be that of another call.
    const sid = call.provider_call_sid ?? (isUnsigned ? null : result.sid);
    await endAsVoicemail(ports, { org_id, call_id: call.call_id, provider, auth, sid });
  };

async function namedCall(
  { controlPlane }: AmdResultPorts,
  { org_id, agent_id }: { readonly org_id: string; readonly agent_id: string },
  callId: string | null,
): Promise<CallLog> {
  const call = callId === null ? null : await controlPlane.call(org_id, callId);
  if (call?.agent_id !== agent_id) throw missing('Call');
  return call;
}
