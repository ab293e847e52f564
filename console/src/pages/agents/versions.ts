import { answered, api, type components } from '../../api.ts';
import { unlessMissing } from '../../parts/unless-missing.ts';
import type { Agent } from './agent.ts';

export type AgentVersion = components['schemas']['AgentVersionSummary'];
export type AgentDraft = components['schemas']['AgentDraft'];
export type Differences = components['schemas']['AgentDifferences'];
export type Difference = Differences[number];
export type TextChange = NonNullable<Difference['lines']>[number];

/** Versions on one page of the list. */
export const VERSIONS_PER_PAGE = 20;
/** Changed fields that are named in the list. */
const NAMED_MAX = 3;
/** Unchanged lines that are shown beside changed ones. */
const CONTEXT = 2;

const pathOf = (agent_id: string) => ({ params: { path: { agent_id } } });

/** An agent with one page of its versions, and its draft if it has one. */
export async function readVersions(agentId: string, offset: number) {
  const query = { limit: VERSIONS_PER_PAGE, offset };
  const params = { ...pathOf(agentId).params, query };
  const [agent, page, draft] = await Promise.all([
    answered(api.GET('/api/v1/agents/{agent_id}', pathOf(agentId))),
    answered(api.GET('/api/v1/agents/{agent_id}/versions', { params })),
    readDraft(agentId),
  ]);
  return { agent, page, draft };
}

/** The draft of an agent, or null. */
export const readDraft = (agentId: string): Promise<AgentDraft | null> =>
  answered(api.GET('/api/v1/agents/{agent_id}/draft', pathOf(agentId))).catch(unlessMissing);

/** What differs from one version to another. */
export const compareVersions = async (agentId: string, version: number, against: number): Promise<Differences> => {
  const path = { agent_id: agentId, version: String(version) };
  const request = api.GET('/api/v1/agents/{agent_id}/versions/{version}/diff', { params: { path, query: { against } } });
  return (await answered(request)).changes;
};

/** What publishing the draft would change. */
export const compareDraft = async (agentId: string): Promise<Differences> =>
  (await answered(api.GET('/api/v1/agents/{agent_id}/draft/diff', pathOf(agentId)))).changes;

/** The agent as its draft would make it. */
export const withDraft = (agent: Agent, { config }: AgentDraft): Agent => ({ ...agent, config });

/** The first changed fields of a version, without the part that all have, and how many more there are. */
export const namedChanges = ({ changed_fields: fields }: AgentVersion): { names: readonly string[]; more: number } => ({
  names: fields.slice(0, NAMED_MAX).map((path) => path.replace(/^config\./u, '')),
  more: Math.max(0, fields.length - NAMED_MAX),
});

/** A line of a text, or a number of unchanged ones that are left out. */
export type DiffRow = TextChange | { readonly kind: 'gap'; readonly lines: number };

/** The changed lines with those beside them. */
export function shownLines(lines: readonly TextChange[]): readonly DiffRow[] {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same');
  const shown: DiffRow[] = [];
  for (const [at, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear(at)) shown.push(line);
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', lines: last.lines + 1 };
    else shown.push({ kind: 'gap', lines: 1 });
  }
  return shown;
}

/** A value of a configuration as text. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
