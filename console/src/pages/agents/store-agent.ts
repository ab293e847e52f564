import { answered, api } from '../../api.ts';
import type { Agent } from './agent.ts';
import { requestOf, type Draft } from './draft.ts';
import { withDraft } from './read-versions.ts';

/** Creates an agent, or changes it. */
export const storeAgent = (agent: Agent | null, draft: Draft): Promise<Agent> =>
  agent === null
    ? answered(api.POST('/api/v1/agents', { body: requestOf(draft) }))
    : answered(
        api.PATCH('/api/v1/agents/{agent_id}', {
          params: { path: { agent_id: agent.agent_id } },
          body: requestOf(draft),
        }),
      );

/** The draft of an agent as it was read: its revision, or null where there was none. */
export interface WrittenDraft {
  readonly revision: string | null;
}

/** Stores the configuration as the draft of an agent, unless another user has changed the draft. */
export async function storeDraft(
  agent: Agent,
  { config }: Draft,
  { revision }: WrittenDraft,
): Promise<{ readonly stored: Agent; readonly written: WrittenDraft }> {
  const params = { path: { agent_id: agent.agent_id } };
  const body = { config, ...(revision !== null && { expected_revision: revision }) };
  const draft = await answered(api.PUT('/api/v1/agents/{agent_id}/draft', { params, body }));
  return { stored: withDraft(agent, draft), written: draft };
}
