import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';

/** For storing agents. Agents of other organisations are not found. */
export interface AgentRepository {
  /** Stores a new agent, or returns false when its name is taken in its organisation, also under a race. */
  add(agent: Agent): Promise<boolean>;
  find(orgId: string, agentId: string): Promise<Agent | null>;
  /** Streams all agents of an organisation, newest first: together they can be gigabytes. */
  list(orgId: string): AsyncIterable<Agent>;
  count(orgId: string): Promise<number>;
  /**
   * Replaces the given fields: the changed agent, null when it is absent, 'taken' when the new name is. With `seen`, an
   * agent whose application has changed counts as absent, also under a race. The events that the change causes are stored
   * in the same write.
   */
  update(
    orgId: string,
    agentId: string,
    changes: Partial<Agent>,
    seen?: AgentTelephony | null,
    eventsOf?: (before: Agent) => readonly RecordedEvent[],
  ): Promise<Agent | null | 'taken'>;
  /** Removes an agent and returns whether it existed, with `seen` as in update. */
  remove(orgId: string, agentId: string, seen?: AgentTelephony | null): Promise<boolean>;
}
