import type { AgentHandover } from '../../domain/agents/handover.ts';
import { invalid } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';

export interface HandoverPorts {
  readonly agents: AgentRepository;
}

/**
 * Rejects handovers to agents that the organisation does not have, to archived ones, and to the agent itself. An agent of
 * another organisation is like one that does not exist.
 */
export async function requireHandoverTargets(
  { agents }: HandoverPorts,
  orgId: string,
  handover: AgentHandover | undefined,
  agentId: string | null,
): Promise<void> {
  if (!handover) return;
  const faults = await Promise.all(
    handover.targets.map(async ({ agent_id }, index) => {
      const path = `handover.targets[${index}].agent_id`;
      if (agent_id === agentId) return [`${path} must be another agent`];
      const agent = await agents.find(orgId, agent_id);
      if (!agent) return [`${path} must be an agent of the organisation`];
      return agent.status === 'active' ? [] : [`${path} is an archived agent: restore it first`];
    }),
  );
  if (faults.flat().length > 0) throw invalid(faults.flat());
}
