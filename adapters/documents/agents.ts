import type { AgentRepository, SeenAgent } from '../../application/ports/agents.ts';
import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';
import { canaryOf, type AgentCanary } from '../../domain/agents/agent-canary.ts';
import { isPublished, type VersionedAgent } from '../../domain/agents/agent-version.ts';
import {
  UniqueViolation,
  falseOnUniqueViolation,
  type CollectionDefinition,
  type DocumentStore,
} from './collection.ts';
import type { Match } from './match.ts';
import { changeWithEvents, openRemoval, OUTBOX_INDEX, withoutOutbox, type Outbox } from './event-outbox.ts';

/** An agent with its carrier application and its canary as comparable strings: conditions compare plain fields only. */
interface StoredAgent extends Omit<VersionedAgent, 'canary'>, Outbox {
  readonly application: string | null;
  readonly canary?: AgentCanary | null;
  readonly canary_id?: string | null;
}

const AGENTS: CollectionDefinition<StoredAgent> = {
  name: 'agents',
  indexes: [
    { name: 'by_id', fields: ['org_id', 'agent_id'], unique: true },
    { name: 'by_name', fields: ['org_id', 'name'], unique: true },
    { name: 'by_age', fields: ['org_id', 'created_at'] },
    OUTBOX_INDEX,
  ],
};

/** The agents of every organisation. For the operator's checks. */
export async function* everyAgent(store: DocumentStore): AsyncGenerator<Agent> {
  for await (const stored of (await store.open(AGENTS)).all()) yield whole(stored);
}

/** Agents as documents. A name is unique within an organisation. */
export async function documentAgents(store: DocumentStore): Promise<AgentRepository> {
  const agents = await store.open(AGENTS);

  const remove = await openRemoval<StoredAgent>(store, 'agents', agents);
  return {
    add: (agent) =>
      falseOnUniqueViolation(agents.insert({ ...agent, application: wordFor(agent.telephony) }), 'by_name'),
    find: async (orgId, agentId) => bare(await agents.findOne({ org_id: orgId, agent_id: agentId })),
    async findVersioned(orgId, agentId) {
      const stored = await agents.findOne({ org_id: orgId, agent_id: agentId });
      return stored && withoutApplication(stored);
    },
    async *list(orgId) {
      for await (const agent of agents.each({ org_id: orgId }, { sort: { created_at: 'desc' } })) yield whole(agent);
    },
    count: (orgId) => agents.count({ org_id: orgId }),
    async update(orgId, agentId, changes, seen, eventsOf) {
      const { telephony, canary } = changes;
      const stored = {
        ...changes,
        ...(telephony !== undefined && { application: wordFor(telephony) }),
        ...(canary !== undefined && { canary_id: canary?.canary_id ?? null }),
      };
      try {
        const match = { org_id: orgId, agent_id: agentId, ...still(seen) };
        if (!eventsOf) return bare(await agents.change(match, stored));
        return bare(await changeWithEvents<StoredAgent>(agents, match, stored, (before) => eventsOf(whole(before))));
      } catch (error) {
        if (error instanceof UniqueViolation && error.index === 'by_name') return 'taken';
        throw error;
      }
    },
    remove: async (orgId, agentId, seen) => (await remove({ org_id: orgId, agent_id: agentId, ...still(seen) })) > 0,
  };
}

const wordFor = (telephony: AgentTelephony | null): string | null =>
  telephony && `${telephony.provider} ${telephony.application_id}`;

const still = ({ telephony, version, updated_at, canary_id }: SeenAgent = {}): Match<StoredAgent> => ({
  ...(telephony !== undefined && { application: wordFor(telephony) }),
  // Null matches agents without the field, too.
  ...(version !== undefined && { version: version as number }),
  ...(updated_at !== undefined && { updated_at }),
  ...(canary_id !== undefined && { canary_id }),
});

/** The agent without the extra fields. The store hands over the object, and deleting a field is cheaper than a copy. */
function whole(stored: StoredAgent): Agent {
  const agent = withoutApplication(stored);
  if (!isPublished(agent)) delete (agent as { version?: unknown }).version;
  if (!canaryOf(agent)) delete (agent as { canary?: unknown }).canary;
  delete (agent as { publication?: unknown }).publication;
  return agent;
}

function withoutApplication(stored: StoredAgent): VersionedAgent {
  delete (stored as { application?: unknown }).application;
  delete (stored as { canary_id?: unknown }).canary_id;
  if (stored.canary === null) delete (stored as { canary?: unknown }).canary;
  return withoutOutbox<VersionedAgent>(stored as VersionedAgent);
}

const bare = (stored: StoredAgent | null): Agent | null => stored && whole(stored);
