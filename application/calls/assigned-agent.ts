import { canaryOf } from '../../domain/agents/agent-canary.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { AgentVersionRepository } from '../ports/agent-versions.ts';
import type { TelephonyAgent } from './telephony-agent.ts';

export interface AssignedAgentPorts {
  readonly agentVersions: Pick<AgentVersionRepository, 'find'>;
}

/** The agent with the configuration that the call is to run: that of its canary, or what is published. */
export async function assignedAgent(
  { agentVersions }: AssignedAgentPorts,
  agent: TelephonyAgent,
  { canary_id, agent_version }: Pick<CallLog, 'canary_id' | 'agent_version'>,
): Promise<TelephonyAgent> {
  const canary = canaryOf(agent);
  if (canary?.canary_id !== canary_id || canary?.version !== agent_version || !canary) return agent;
  const found = await agentVersions.find(agent.org_id, agent.agent_id, canary.version);
  return found ? { ...agent, config: found.config } : agent;
}
