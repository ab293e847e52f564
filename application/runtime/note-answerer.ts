import { invalid, missing } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { knownWebhook, requireCallSid, type CarrierWebhook, type WebhookPorts } from './carrier-webhook.ts';
import type { LiveCalls } from './live-calls.ts';
import { voicemail } from './voicemail.ts';

interface AnswererPorts extends WebhookPorts {
  readonly liveCalls: LiveCalls;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Takes note of who picked up an outbound call. A machine ends it as voicemail; a person changes nothing. Refuses with
 * `missing` an agent or a call that is not there, and with `forbidden` what the carrier did not send.
 */
export const noteAnswerer =
  (ports: AnswererPorts) =>
  async (webhook: CarrierWebhook): Promise<void> => {
    const { agent, dialect, auth } = await knownWebhook(ports, webhook);
    const told = dialect.readAnswerer(webhook.request);
    if (!told) throw invalid('The request does not tell who picked up');
    requireCallSid(told.sid);
    const { org_id, agent_id } = agent;
    const call = webhook.callId === null ? null : await ports.controlPlane.call(org_id, webhook.callId);
    if (call?.agent_id !== agent_id) throw missing('Call');
    if (told.answerer !== 'machine') return;
    const { provider } = agent.telephony;
    await voicemail(ports, { org_id, call_id: call.call_id, provider, auth, sid: told.sid });
  };
