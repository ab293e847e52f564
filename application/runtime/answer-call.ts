import { canaryOf } from '../../domain/agents/agent-canary.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { DomainError, invalid, misconfigured, missing, unavailable } from '../../domain/errors.ts';
import type { CarrierCall, CarrierDocument } from '../ports/carrier-dialect.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { Tickets } from '../ports/tickets.ts';
import {
  verifyWebhook,
  requireCallSid,
  mayName,
  type CarrierWebhook,
  type VerifiedWebhook,
  type WebhookPorts,
} from './carrier-webhook.ts';
import type { LiveCalls } from './live-calls.ts';
import { agentOfCall } from './agent-of-call.ts';
import { PreCalls, type PreCallPorts } from './pre-calls.ts';
import { endAsVoicemail } from './end-as-voicemail.ts';
import { withoutClosingSlashes } from '../../domain/plain-text.ts';

interface AnswerPorts extends WebhookPorts, Pick<PreCallPorts, 'toolCaller'> {
  readonly tickets: Tickets;
  readonly liveCalls: LiveCalls;
  readonly voiceServer: { readonly baseUrl: string | null };
  readonly clock: Clock;
  readonly log: Log;
}

/** How to answer a call: connect it under this call id, or turn it away. */
type AnswerDecision = { readonly callId: string } | 'busy' | 'rejected';

/**
 * Answers a carrier's answer webhook: connects the call to a media socket that accepts this call alone, or turns it
 * away. An inbound call waits for the pre-call request of its agent. Idempotent. Throws `missing` if the agent or the
 * outbound call does not exist, `forbidden` for a forged webhook, and `unavailable` while the API is unreachable. While
 * this process drains, it accepts only outbound calls that were registered before.
 */
export const answerCall = (ports: AnswerPorts) => {
  const preCalls = new PreCalls(ports);
  return async (webhook: CarrierWebhook): Promise<CarrierDocument> => {
    const { tickets, liveCalls, voiceServer } = ports;
    if (liveCalls.isDraining && webhook.callId === null) throw shuttingDown();
    if (voiceServer.baseUrl === null) throw misconfigured('VOICE_SERVER_BASE_URL is not set');
    const verified = await verifyWebhook(ports, webhook);
    const { agent, dialect } = verified;
    const call = dialect.readCall(webhook.request);
    if (!call) throw invalid('The request has no valid call id');
    requireCallSid(call.sid);
    const answer = await (webhook.callId === null
      ? answerInbound({ ...ports, preCalls }, verified, call)
      : answerOutbound(ports, verified, call, webhook.callId));
    if (typeof answer === 'string') return dialect.reject(answer);
    const { agent_id, org_id, telephony } = agent;
    const ticket = tickets.issue({ provider: telephony.provider, org_id, agent_id, call_id: answer.callId });
    const sockets = withoutClosingSlashes(voiceServer.baseUrl.replace(/^http/u, 'ws'));
    return dialect.connect(`${sockets}/carrier/${telephony.provider}/${ticket}`);
  };
};

async function answerInbound(
  { controlPlane, preCalls }: { controlPlane: ControlPlane; preCalls: PreCalls },
  { agent, isUnsigned }: VerifiedWebhook,
  { sid, from, to }: CarrierCall,
): Promise<AnswerDecision> {
  const { agent_id, org_id, status } = agent;
  if (status !== 'active') return 'rejected';
  try {
    const call = { agent_id, provider_call_sid: sid, from_number: from, to_number: to, unsigned: isUnsigned };
    const { call_id: callId, created = true } = await controlPlane.registerInboundCall(org_id, call);
    const own = await agentOfInbound(controlPlane, agent, callId, created);
    if (!own) return 'rejected';
    const ringing = { agent: own, callId, isNew: created, carrier: agent.telephony.provider, call: { from, to } };
    return (await preCalls.decide(ringing)) === 'reject' ? 'rejected' : { callId };
  } catch (error) {
    const problem = error instanceof DomainError ? error.problem : null;
    if (problem === 'limited') return 'busy';
    if (problem === 'missing' || problem === 'rejected') return 'rejected';
    throw error;
  }
}

/**
 * The agent with what the call is to run. Null for a call that is over: its webhook is late, or was intercepted and sent
 * again. Null as well for a call that did not come in at this agent: a stranger may name its carrier's id.
 */
async function agentOfInbound(
  controlPlane: ControlPlane,
  agent: VerifiedWebhook['agent'],
  callId: string,
  isNew: boolean,
): Promise<VerifiedWebhook['agent'] | null> {
  if (isNew && !canaryOf(agent)) return agent;
  const call = await controlPlane.call(agent.org_id, callId);
  if (call && !(isLive(call.status) && isInboundOf(agent, call))) return null;
  return call && canaryOf(agent) ? (await agentOfCall({ controlPlane }, agent, call)).agent : agent;
}

const isInboundOf = ({ agent_id }: VerifiedWebhook['agent'], call: CallLog): boolean =>
  call.call_type === 'inbound' && call.agent_id === agent_id;

const shuttingDown = (): DomainError => unavailable('The runtime is shutting down');

/** A repeated or late request gets the same answer. The first request stores the carrier's call id. */
async function answerOutbound(
  ports: AnswerPorts,
  { agent, auth, isUnsigned }: VerifiedWebhook,
  { sid, answeredBy }: CarrierCall,
  callId: string,
): Promise<AnswerDecision> {
  const { controlPlane, liveCalls } = ports;
  const call = await controlPlane.call(agent.org_id, callId);
  if (call?.agent_id !== agent.agent_id || call.call_type !== 'outbound') throw missing('Call');
  if (!isLive(call.status)) return 'rejected';
  if (!liveCalls.admits(call)) throw shuttingDown();
  if (mayName({ isUnsigned }, call.provider_call_sid, sid))
    await controlPlane.updateCall(agent.org_id, callId, { provider_call_sid: sid });
  if (answeredBy !== 'machine') return { callId };
  if (!hangsUpOnMachines((await agentOfCall(ports, agent, call)).agent)) return { callId };
  await endAsVoicemail(ports, { org_id: agent.org_id, call_id: callId, auth, provider: agent.telephony.provider, sid });
  return 'rejected';
}

/** Others do not detect machines, or leave a message. */
const hangsUpOnMachines = ({ config: { voicemail } }: VerifiedWebhook['agent']): boolean =>
  voicemail === undefined || voicemail.action === 'hang_up';
