import { ARCHIVED, notATelephonyAgent, type Agent, type AgentTelephony } from '../../domain/agents/agent.ts';
import { invalid, missing } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';

/** An agent with a carrier application. */
export interface TelephonyAgent extends Agent {
  readonly telephony: AgentTelephony;
}

/** Finds an active telephony agent of the organisation. */
export async function telephonyAgent(agents: AgentRepository, orgId: string, agentId: string): Promise<TelephonyAgent> {
  const agent = await agents.find(orgId, agentId);
  if (!agent) throw missing('Agent');
  const { telephony } = agent;
  if (agent.agent_category !== 'telephony' || telephony === null) throw notATelephonyAgent();
  if (agent.status !== 'active') throw invalid(ARCHIVED);
  return { ...agent, telephony };
}
