import type { Agent } from '../../domain/agents/agent.ts';

/**
 * A digest of what identifies a visitor of an agent's pages, the same in all processes of the installation. Only they can
 * make it: readers of the store cannot find an address by trying all of them. An IPv6 address counts as its /64 network.
 */
export type VisitorDigest = (agent: Pick<Agent, 'org_id' | 'agent_id'>, visitor: string) => string;
