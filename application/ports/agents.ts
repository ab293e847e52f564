import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';

/** For keeping agents. Another organisation's agent does not exist. */
export interface AgentRepository {
  /** Stores a new agent, or answers false when its name is taken in its organisation, also under a race. */
  add(agent: Agent): Promise<boolean>;
  find(orgId: string, agentId: string): Promise<Agent | null>;
  /** All agents of an organisation, newest first, read as they are asked for: together they can be gigabytes. */
  list(orgId: string): AsyncIterable<Agent>;
  count(orgId: string): Promise<number>;
  /**
   * Replaces the given fields: the changed agent, null when it is absent, 'taken' when the new name is. With `seen` an
   * agent that meanwhile has another application counts as absent, also under a race.
   */
  update(
    orgId: string,
    agentId: string,
    changes: Partial<Agent>,
    seen?: AgentTelephony | null,
  ): Promise<Agent | null | 'taken'>;
  /** Removes an agent and answers whether it was there, with `seen` as in update. */
  remove(orgId: string, agentId: string, seen?: AgentTelephony | null): Promise<boolean>;
}
