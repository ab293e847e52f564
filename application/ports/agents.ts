import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';
import type { AgentCanary } from '../../domain/agents/agent-canary.ts';
import type { VersionedAgent } from '../../domain/agents/agent-version.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';

/** What an update was decided on. Where it is given and has changed, also under a race, the agent counts as absent. */
export interface SeenAgent {
  /** The carrier application. */
  readonly telephony?: AgentTelephony | null;
  /** Null: without a version. */
  readonly version?: number | null;
  readonly updated_at?: string;
  /** Null: without a canary. */
  readonly canary_id?: string | null;
}

/** Fields of an agent to replace. A canary of null takes it away. */
export type AgentChanges = Omit<Partial<VersionedAgent>, 'canary'> & { readonly canary?: AgentCanary | null };

/** For storing agents. Agents of other organisations are not found. */
export interface AgentRepository {
  /** Stores a new agent, or returns false when its name is taken in its organisation, also under a race. */
  add(agent: VersionedAgent): Promise<boolean>;
  /** An agent. It has a version only if that has its present content, and a canary only if that is in force. */
  find(orgId: string, agentId: string): Promise<Agent | null>;
  /** An agent as it is stored, with how its version was made. */
  findVersioned(orgId: string, agentId: string): Promise<VersionedAgent | null>;
  /** Streams all agents of an organisation, newest first: together they can be gigabytes. */
  list(orgId: string): AsyncIterable<Agent>;
  count(orgId: string): Promise<number>;
  /**
   * Replaces the given fields: the changed agent, null when it is absent or not as `seen`, 'taken' when the new name is.
   * The events that the change causes are stored in the same write.
   */
  update(
    orgId: string,
    agentId: string,
    changes: AgentChanges,
    seen?: SeenAgent,
    eventsOf?: (before: Agent) => readonly RecordedEvent[],
  ): Promise<Agent | null | 'taken'>;
  /** Removes an agent and returns whether it existed, with `seen` as in update. */
  remove(orgId: string, agentId: string, seen?: SeenAgent): Promise<boolean>;
}
