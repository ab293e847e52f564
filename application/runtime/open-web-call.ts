import type { Agent } from '../../domain/agents/agent.ts';
import { canaryOf } from '../../domain/agents/agent-canary.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { allowsOrigin, OPAQUE_ORIGIN, OPAQUE_REFUSED } from '../../domain/agents/web.ts';
import { DomainError, forbidden, missing, unavailable, errorMessage } from '../../domain/errors.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import { agentOfCall } from './agent-of-call.ts';
import { monitorSetup, runCall, type RunCallPorts } from './run-call.ts';
import { claimLiveCall } from './live-call-leases.ts';
import type { ConversationResult } from './conversation-parts.ts';

/** A page that opens a call. */
export interface CallingPage {
  readonly origin: string;
  /** Whether the operator allows pages of this origin. */
  readonly isKnown: boolean;
}

export interface WebCallRequest {
  readonly orgId: string;
  readonly agentId: string;
  /** The id of a registered call, or null. */
  readonly callId: string | null;
  /** Whether a missing or unsuitable call is replaced by a new one. */
  readonly mayRegister: boolean;
  /** Whether the client has no ticket of a registered call. */
  readonly isAnonymous: boolean;
  /** The network of an anonymous client. Null: it is not counted. */
  readonly network: string | null;
  /** The page, unless it is one of the platform's own. Null without a page. */
  readonly page: CallingPage | null;
  readonly channel: MediaChannel;
}

/**
 * Runs a browser call from its socket to its delivered artifacts. Throws until the call exists:
 * - `missing`: the organisation has no active websocket agent with this id, or the call does not match.
 * - `forbidden`: the page may not call the agent.
 * - `limited`: the organisation is at its concurrency limit.
 * - `unavailable`: the API is unreachable, or this process drains.
 *
 * After that, every call reaches a final status.
 */
export const openWebCall =
  (ports: RunCallPorts) =>
  async (request: WebCallRequest): Promise<void> => {
    const { clock, liveCalls } = ports;
    const { orgId, channel, isAnonymous } = request;
    const monitor = ports.monitor.begin('web');
    const startedAt = clock.monotonic();
    const { agent, call } = await monitorSetup(liveCalls, monitor, async () => {
      if (liveCalls.isDraining) throw unavailable('The runtime is shutting down');
      return claimOrRegister(ports, request, await activeAgent(ports, request));
    }).catch(async (error: unknown) => {
      await endRefused(ports, request, error);
      throw error;
    });
    const { call_id, custom_variables } = call;
    monitor.identify({ call_id, agent_id: agent.agent_id });
    await runCall(ports, {
      ...{ org_id: orgId, call_id, agent, variables: custom_variables, channel, monitor, startedAt },
      outcomeOf: (result) => ({
        ...outcomeOf(result),
        ...(isAnonymous && result?.callerSpoke && { caller_spoke: true }),
      }),
      hangUp: () => Promise.resolve(),
    });
  };

async function activeAgent({ controlPlane }: RunCallPorts, request: WebCallRequest): Promise<Agent> {
  const agent = await controlPlane.agent(request.orgId, request.agentId);
  if (agent?.agent_category !== 'websocket' || agent.status !== 'active') throw missing('Agent');
  requireAllowedPage(agent, request);
  return agent;
}

/** The agent decides on pages of others if it names any, else the operator. */
function requireAllowedPage({ config: { web = {} } }: Agent, { page }: WebCallRequest): void {
  if (page === null) return;
  const ofAgent = allowsOrigin(web, page.origin);
  if (ofAgent ?? page.isKnown) return;
  if (page.origin === OPAQUE_ORIGIN) throw forbidden(OPAQUE_REFUSED);
  const orElse = ofAgent === null ? ', or to CORS_ORIGINS' : '';
  throw forbidden(`Origin not allowed: add it to web.allowed_origins of the agent${orElse}`);
}

/** Ends a registered call whose page may not call: its ticket is used up, and its slot would stay taken until that expires. */
async function endRefused(
  { controlPlane, clock, log }: RunCallPorts,
  { orgId, callId, isAnonymous }: WebCallRequest,
  error: unknown,
): Promise<void> {
  if (callId === null || isAnonymous || !(error instanceof DomainError) || error.problem !== 'forbidden') return;
  const end = { status: 'canceled', call_response: 'canceled', error_message: error.message } as const;
  await controlPlane
    .updateCall(orgId, callId, { ...end, end_time_utc: clock.now().toISOString() })
    .catch((fault: unknown) => log.warn('call.report_failed', { call_id: callId, reason: errorMessage(fault) }));
}

interface FreshCall {
  /** With the configuration that the call runs. */
  readonly agent: Agent;
  readonly call: Pick<CallLog, 'call_id' | 'custom_variables'>;
}

/** The registered call if it is an unused web call of this agent, else a new one, with the agent as the call runs it. */
async function claimOrRegister(ports: RunCallPorts, request: WebCallRequest, agent: Agent): Promise<FreshCall> {
  const { orgId: org_id, agentId, callId, mayRegister, isAnonymous, network } = request;
  const registered = callId === null ? null : await ports.controlPlane.call(org_id, callId);
  const claimed = registered && (await claimRegistered(ports, registered, agent));
  if (claimed) return claimed;
  // A trial of a draft is not replaced by a call that runs what is published.
  if (!mayRegister || registered?.agent_draft !== undefined) throw missing('Call');
  const { call_id } = await ports.controlPlane.registerWebCall(org_id, agentId, { isAnonymous, network });
  const assigned = canaryOf(agent) ? await ports.controlPlane.call(org_id, call_id) : null;
  const { agent: own, ran } = await agentOfCall(ports, agent, assigned ?? {});
  if (await claimLiveCall(ports, { org_id, call_id }, ran))
    return { agent: own, call: { call_id, custom_variables: {} } };
  throw unavailable('Another process has claimed the call');
}

/** A registered call, if it is an unused web call of this agent. */
async function claimRegistered(ports: RunCallPorts, call: CallLog, agent: Agent): Promise<FreshCall | null> {
  if (call.call_type !== 'web' || call.agent_id !== agent.agent_id || call.status !== 'initiated') return null;
  const { agent: own, ran } = await agentOfCall(ports, agent, call);
  const ref = { org_id: agent.org_id, call_id: call.call_id };
  return (await claimLiveCall(ports, ref, ran)) ? { agent: own, call } : null;
}

/** A connected call counts as answered. A conversation that failed still ends as failed. */
const outcomeOf = (result: ConversationResult | null) =>
  ({
    status: result === null || result.reason === 'failed' ? 'failed' : 'completed',
    call_response: result === null ? 'failed' : 'answered',
  }) as const;
