import type { AgentVersionRepository } from '../../application/ports/agent-versions.ts';
import type { AgentVersion } from '../../domain/agents/agent-version.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { between } from './match.ts';

/** Versions of agents as documents, one per agent and number. */
export async function documentAgentVersions(store: DocumentStore): Promise<AgentVersionRepository> {
  const versions = await store.open<AgentVersion>({
    name: 'agent_versions',
    indexes: [{ name: 'by_number', fields: ['org_id', 'agent_id', 'version'], unique: true }],
  });
  const newestFirst = { version: 'desc' } as const;
  return {
    add: (version) => falseOnUniqueViolation(versions.insert(version), 'by_number'),
    find: (orgId, agentId, version) => versions.findOne({ org_id: orgId, agent_id: agentId, version }),
    latest: (orgId, agentId, below) =>
      versions.findOne(
        { org_id: orgId, agent_id: agentId, ...(below !== undefined && { version: between({ below }) }) },
        newestFirst,
      ),
    list: (orgId, agentId, page) => versions.each({ org_id: orgId, agent_id: agentId }, { sort: newestFirst, ...page }),
    count: (orgId, agentId) => versions.count({ org_id: orgId, agent_id: agentId }),
    removeBelow: async (orgId, agentId, version) =>
      void (await versions.remove({ org_id: orgId, agent_id: agentId, version: between({ below: version }) })),
    removeAll: async (orgId, agentId) => void (await versions.remove({ org_id: orgId, agent_id: agentId })),
  };
}
