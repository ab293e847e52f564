import type { Agent } from '../../domain/agents/agent.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { missing, unavailable } from '../../domain/errors.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import { runCall, type RunCallPorts } from './run-call.ts';
import { claimLiveCall } from './live-call-leases.ts';
import type { ConversationResult } from './conversation-parts.ts';
import { monitorSetup } from './set-up.ts';

export interface WebCallRequest {
  readonly orgId: string;
  readonly agentId: string;
  /** A call registered before. */
  readonly callId: string | null;
  /** Whether a call that does not fit, or none, is replaced by a new one. */
  readonly mayRegister: boolean;
  /** Whether it comes without the ticket of a registered call. */
  readonly isAnonymous: boolean;
  readonly channel: MediaChannel;
}

/**
 * Carries a browser's call from the open socket to its delivered artifacts. Refuses before the call exists: `missing`
 * for an agent that is not an active websocket agent of the organisation, or a call that does not fit, `limited` over
 * the organisation's limit, `unavailable` while the API is away or this process drains. From then on every call ends
 * in a terminal state.
 */
export const openWebCall =
  (ports: RunCallPorts) =>
  async (request: WebCallRequest): Promise<void> => {
    const { clock, liveCalls } = ports;
    const { orgId, channel, isAnonymous } = request;
    const monitor = ports.monitor.begin('web');
    const startedAt = clock.monotonic();
    const { agent, call } = await monitorSetup(monitor, async () => {
      if (liveCalls.isDraining) throw unavailable('The runtime is shutting down');
      const wanted = await activeAgent(ports, request);
      return { agent: wanted, call: await claimOrRegister(ports, request) };
    });
    const { call_id, custom_variables } = call;
    monitor.named({ call_id, agent_id: agent.agent_id });
    await runCall(ports, {
      ...{ org_id: orgId, call_id, agent, variables: custom_variables, channel, monitor, startedAt },
      outcomeOf: (result) => ({
        ...outcomeOf(result),
        ...(isAnonymous && result?.callerSpoke && { caller_spoke: true }),
      }),
      hangUp: () => Promise.resolve(),
    });
  };

async function activeAgent({ controlPlane }: RunCallPorts, { orgId, agentId }: WebCallRequest): Promise<Agent> {
  const agent = await controlPlane.agent(orgId, agentId);
  if (agent?.agent_category !== 'websocket' || agent.status !== 'active') throw missing('Agent');
  return agent;
}

type FreshCall = Pick<CallLog, 'call_id' | 'custom_variables'>;

/** The registered call if it is a fresh web call of this agent, else a new one. */
async function claimOrRegister(ports: RunCallPorts, request: WebCallRequest): Promise<FreshCall> {
  const { orgId: org_id, agentId, callId, mayRegister, isAnonymous } = request;
  const registered = callId === null ? null : await ports.controlPlane.call(org_id, callId);
  const fits = registered?.call_type === 'web' && registered.agent_id === agentId && registered.status === 'initiated';
  if (fits && (await claimLiveCall(ports, { org_id, call_id: registered.call_id }))) return registered;
  if (!mayRegister) throw missing('Call');
  const { call_id } = await ports.controlPlane.registerWebCall(org_id, agentId, { isAnonymous });
  if (await claimLiveCall(ports, { org_id, call_id })) return { call_id, custom_variables: {} };
  throw unavailable('The call was taken by another process');
}

/** Whoever connected has answered, and a conversation that broke down has failed all the same. */
const outcomeOf = (result: ConversationResult | null) =>
  ({
    status: result === null || result.reason === 'failed' ? 'failed' : 'completed',
    call_response: result === null ? 'failed' : 'answered',
  }) as const;
