import { answered, api } from '../../api.ts';
import { unlessMissing } from '../../parts/unless-missing.ts';
import type { Agent } from './agent.ts';
import { readCanary } from './canary.ts';
import type { AgentDraft, Differences, VersionMetrics } from './versions.ts';

/** Versions on one page of the list. */
const VERSIONS_PER_PAGE = 20;

const pathOf = (agent_id: string) => ({ params: { path: { agent_id } } });

/** An agent with one page of its versions, its draft if it has one, and its last canary. */
export async function readVersions(agentId: string, offset: number) {
  const query = { limit: VERSIONS_PER_PAGE, offset };
  const params = { ...pathOf(agentId).params, query };
  const [agent, page, canary] = await Promise.all([
    answered(api.GET('/api/v1/agents/{agent_id}', pathOf(agentId))),
    answered(api.GET('/api/v1/agents/{agent_id}/versions', { params })),
    readCanary(agentId),
  ]);
  const draft = page.draft_revision === null ? null : await readDraft(agentId);
  return { agent, page, draft, canary };
}

/** The draft of an agent, or null when it was published or discarded. */
export const readDraft = (agentId: string): Promise<AgentDraft | null> =>
  answered(api.GET('/api/v1/agents/{agent_id}/draft', pathOf(agentId))).catch(unlessMissing);

/** What differs from one version to another. */
export const compareVersions = async (agentId: string, version: number, against: number): Promise<Differences> => {
  const path = { agent_id: agentId, version: String(version) };
  const request = api.GET('/api/v1/agents/{agent_id}/versions/{version}/diff', {
    params: { path, query: { against } },
  });
  return (await answered(request)).changes;
};

/** How the calls of these versions went. */
export const readVersionMetrics = (agentId: string, versions: readonly number[]): Promise<readonly VersionMetrics[]> =>
  Promise.all(
    versions.map((version) => {
      const path = { agent_id: agentId, version: String(version) };
      return answered(api.GET('/api/v1/agents/{agent_id}/versions/{version}/metrics', { params: { path } }));
    }),
  );

/** What publishing the draft would change. */
export const compareDraft = async (agentId: string): Promise<Differences> =>
  (await answered(api.GET('/api/v1/agents/{agent_id}/draft/diff', pathOf(agentId)))).changes;

/** The agent as its draft would make it. */
export const withDraft = (agent: Agent, { config }: AgentDraft): Agent => ({ ...agent, config });
