import type { AgentVersion } from '../../domain/agents/agent-version.ts';

/** For keeping what agents were. Versions of other organisations are not found. */
export interface AgentVersionRepository {
  /** Stores a version, or returns false when the agent has one with its number, also under a race. */
  add(version: AgentVersion): Promise<boolean>;
  find(orgId: string, agentId: string, version: number): Promise<AgentVersion | null>;
  /** The version with the highest number, of all or of those below a number. */
  latest(orgId: string, agentId: string, below?: number): Promise<AgentVersion | null>;
  /** One page of an agent's versions, newest first, read as they are consumed: together they can be large. */
  list(
    orgId: string,
    agentId: string,
    page: { readonly limit: number; readonly offset: number },
  ): AsyncIterable<AgentVersion>;
  count(orgId: string, agentId: string): Promise<number>;
  /** Removes the versions of an agent below a number. */
  removeBelow(orgId: string, agentId: string, version: number): Promise<void>;
  /** Removes all versions of an agent. */
  removeAll(orgId: string, agentId: string): Promise<void>;
}
