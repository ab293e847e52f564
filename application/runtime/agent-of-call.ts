import type { Agent } from '../../domain/agents/agent.ts';
import { canaryOf } from '../../domain/agents/agent-canary.ts';
import { ranAgent, type CallLog, type RanAgent } from '../../domain/calls/call-log.ts';
import { triedVersion } from '../../domain/calls/call-trial.ts';
import { DomainError, missing } from '../../domain/errors.ts';
import type { ControlPlane } from '../ports/control-plane.ts';

interface Ports {
  readonly controlPlane: Pick<ControlPlane, 'agentDraft' | 'agentVersion'>;
}

/** An agent with the configuration that a call runs, and how the call's log names it. */
export interface AgentOfCall<A extends Agent = Agent> {
  readonly agent: A;
  readonly ran: RanAgent;
}

type CallAssignment = Pick<CallLog, 'agent_draft' | 'agent_version' | 'canary_id'>;

/**
 * The agent with the draft or the version that the call tries, with the version that its canary decided on, or as it is published. A canary that
 * has ended since the registration decides nothing any more.
 */
export async function agentOfCall<A extends Agent>(
  ports: Ports,
  agent: A,
  call: CallAssignment,
): Promise<AgentOfCall<A>> {
  if (call.agent_draft === undefined) return canaryAgent(ports, agent, call);
  const { config, agent_draft } = await triedConfig(ports, agent, call.agent_draft);
  return { agent: { ...agent, config }, ran: { agent_version: null, agent_draft } };
}

/** The stored version that the call tries, or the draft as it is now. */
async function triedConfig({ controlPlane }: Ports, { org_id, agent_id }: Agent, tried: string) {
  const version = triedVersion(tried);
  if (version === null) {
    const draft = await controlPlane.agentDraft(org_id, agent_id);
    if (!draft) throw missing('Draft');
    return { config: draft.config, agent_draft: draft.revision };
  }
  const found = await controlPlane.agentVersion(org_id, agent_id, version);
  if (!found) throw missing('Version');
  return { config: found.config, agent_draft: tried };
}

async function canaryAgent<A extends Agent>(
  { controlPlane }: Ports,
  agent: A,
  { agent_version, canary_id }: CallAssignment,
): Promise<AgentOfCall<A>> {
  const canary = canaryOf(agent);
  const published = { agent, ran: ranAgent(agent) };
  if (!canary || canary.canary_id !== canary_id) return published;
  // The published version has another number than at the registration once the agent was renamed.
  if (agent_version !== canary.version)
    return { agent, ran: { agent_version: agent_version ?? canary.base_version, canary_id } };
  const { org_id, agent_id } = agent;
  const version = await controlPlane.agentVersion(org_id, agent_id, agent_version).catch((error: unknown) => {
    // An API of an earlier release refuses it. The call is held, and leaves the comparison.
    if (error instanceof DomainError && error.problem === 'rejected') return null;
    throw error;
  });
  return version ? { agent: { ...agent, config: version.config }, ran: { agent_version, canary_id } } : published;
}
