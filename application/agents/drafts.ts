import { allow, type Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { AgentDraft } from '../../domain/agents/agent-draft.ts';
import { changedFields, contentFields, contentOf, versionNote } from '../../domain/agents/agent-version.ts';
import { parseAgentConfig, type AgentConfigPayload } from '../../domain/agents/config.ts';
import { differences, withLines, type Difference } from '../../domain/agents/differences.ts';
import { duplicate, missing } from '../../domain/errors.ts';
import type { AgentDraftRepository } from '../ports/agent-drafts.ts';
import type { Ids } from '../ports/ids.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { publishChange, recordPresent, type VersionPorts } from './publish-change.ts';
import { requireUsableConfig, type UsableConfigPorts } from './require-usable-config.ts';
import { storedVersion } from './read-versions.ts';

export interface DraftPorts extends VersionPorts, UsableConfigPorts {
  readonly agentDrafts: AgentDraftRepository;
  readonly providers: ProviderRegistry;
  readonly ids: Ids;
}

export interface NewDraft {
  readonly config: unknown;
  /** Refuses the change unless the draft has this revision. */
  readonly expected_revision?: string;
}

export interface PublishRequest {
  readonly note?: string;
  /** Refuses to publish unless the draft has this revision. */
  readonly expected_revision?: string;
  /** Publishes the draft although another version was published since it was begun. */
  readonly overwrite?: boolean;
}

export interface RestoreRequest {
  readonly note?: string;
  /** Refuses to restore unless this version is published. */
  readonly expected_version?: number;
}

/** A draft, without the organisation. */
export type ReadDraft = Omit<AgentDraft, 'org_id'>;

/** What publishing a draft would change. */
export interface DraftDiff {
  readonly agent_id: string;
  readonly revision: string;
  /** What it is compared with. Null: the present content of the agent is not a version. */
  readonly against: number | null;
  readonly changes: readonly Difference[];
}

/** Finds the draft of an agent. */
export const findDraft =
  (ports: Pick<DraftPorts, 'agents' | 'agentDrafts'>) =>
  async (principal: Principal, agentId: string): Promise<ReadDraft> =>
    shown(await storedDraft(ports, await agentOf(ports, allow(principal, 'agents.read').org_id, agentId)));

/** Stores the draft of an agent, valid like a published configuration. Calls do not run it. */
export const saveDraft =
  (ports: DraftPorts) =>
  async (principal: Principal, agentId: string, { config: given, expected_revision }: NewDraft): Promise<ReadDraft> => {
    const { org_id, email } = allow(principal, 'agents.write');
    const agent = await agentOf(ports, org_id, agentId);
    const config = await usableConfig(ports, agent, given);
    return retryOnConflict('The draft kept changing. Try again.', async () => {
      const stored = await ports.agentDrafts.find(org_id, agentId);
      requireRevision(stored, expected_revision);
      const now = ports.clock.now().toISOString();
      const changes = { config, revision: ports.ids.next(), updated_by: email, updated_at: now };
      if (stored) {
        const changed = await ports.agentDrafts.change(stored, changes);
        return changed ? shown(changed) : 'again';
      }
      const { version: base_version } = await recordPresent(ports, agent);
      const draft = { org_id, agent_id: agentId, base_version, created_by: email, created_at: now, ...changes };
      return (await ports.agentDrafts.add(draft)) ? shown(draft) : 'again';
    });
  };

/** Discards the draft of an agent. */
export const discardDraft =
  (ports: Pick<DraftPorts, 'agents' | 'agentDrafts'>) =>
  async (principal: Principal, agentId: string): Promise<void> => {
    const { org_id } = allow(principal, 'agents.write');
    await agentOf(ports, org_id, agentId);
    if (!(await ports.agentDrafts.remove(org_id, agentId))) throw missing('Draft');
  };

/** Compares the draft of an agent with what is published. */
export const compareDraft =
  (ports: Pick<DraftPorts, 'agents' | 'agentDrafts'>) =>
  async (principal: Principal, agentId: string): Promise<DraftDiff> => {
    const agent = await agentOf(ports, allow(principal, 'agents.list').org_id, agentId);
    const { config, revision } = await storedDraft(ports, agent);
    const published = contentOf(agent);
    const changes = withLines(differences(contentFields(published), contentFields({ ...published, config })));
    return { agent_id: agentId, revision, against: agent.version ?? null, changes };
  };

/**
 * Publishes the draft of an agent as a new version, and removes it. When another version was published since the draft
 * was begun, the draft would undo that: `duplicate`, unless it may be overwritten. A repeated request makes one version.
 */
export const publishDraft =
  (ports: DraftPorts) =>
  async (principal: Principal, agentId: string, request: PublishRequest): Promise<Agent> => {
    const { org_id, email } = allow(principal, 'agents.write');
    const note = request.note === undefined ? undefined : versionNote(request.note);
    const agent = await agentOf(ports, org_id, agentId);
    const draft = await storedDraft(ports, agent);
    requireRevision(draft, request.expected_revision);
    const config = await usableConfig(ports, agent, draft.config);
    // An earlier attempt may have ended before it removed the draft.
    const isDone = isUnchanged(agent, config);
    if (!isDone && request.overwrite !== true) requireBase(agent, draft);
    const updated = isDone
      ? agent
      : await publishChange(ports, agent, {
          ...{ by: email, fields: { config } },
          ...(note !== undefined && { note }),
          ...(request.overwrite !== true && { expected: draft.base_version }),
        });
    await ports.agentDrafts.remove(org_id, agentId, draft.revision);
    return updated;
  };

/** Publishes the configuration of an earlier version as a new one. If it is published already, nothing changes. */
export const restoreVersion =
  (ports: DraftPorts) =>
  async (principal: Principal, agentId: string, version: number, request: RestoreRequest): Promise<Agent> => {
    const { org_id, email } = allow(principal, 'agents.write');
    const note = request.note === undefined ? undefined : versionNote(request.note);
    const agent = await agentOf(ports, org_id, agentId);
    const { config: stored } = await storedVersion(ports, org_id, agentId, version);
    const config = await usableConfig(ports, agent, stored);
    if (isUnchanged(agent, config)) return agent;
    return publishChange(ports, agent, {
      ...{ by: email, fields: { config }, restoredFrom: version, expected: request.expected_version },
      ...(note !== undefined && { note }),
    });
  };

async function agentOf({ agents }: Pick<DraftPorts, 'agents'>, orgId: string, agentId: string): Promise<Agent> {
  const agent = await agents.find(orgId, agentId);
  if (!agent) throw missing('Agent');
  return agent;
}

async function storedDraft(
  { agentDrafts }: Pick<DraftPorts, 'agentDrafts'>,
  { org_id, agent_id }: Agent,
): Promise<AgentDraft> {
  const draft = await agentDrafts.find(org_id, agent_id);
  if (!draft) throw missing('Draft');
  return draft;
}

/** Rejects a draft that is not as its sender read it. */
export function requireRevision(stored: AgentDraft | null, expected: string | undefined): void {
  if (expected === undefined || expected === stored?.revision) return;
  throw duplicate(
    stored
      ? `${stored.updated_by} has changed the draft: read it again, or leave expected_revision out to overwrite it`
      : 'The draft was published or discarded: leave expected_revision out to begin another one',
  );
}

function requireBase({ version }: Agent, { base_version }: AgentDraft): void {
  if (version === base_version) return;
  throw duplicate(
    `The agent was changed since the draft was begun from version ${base_version}: compare the draft with what is published, then publish it with overwrite`,
  );
}

/** A stored configuration is checked again too: documents and secrets may be gone, and another release may have stored it. */
export async function usableConfig(ports: DraftPorts, agent: Agent, given: unknown): Promise<AgentConfigPayload> {
  const config = parseAgentConfig(given, ports.providers);
  const { agent_id: agentId, telephony } = agent;
  await requireUsableConfig(ports, agent.org_id, config, { agentId, provider: telephony?.provider ?? null });
  return config;
}

/** Whether publishing the configuration would change nothing. */
export const isUnchanged = (agent: Agent, config: AgentConfigPayload): boolean =>
  changedFields(contentOf(agent), contentOf({ ...agent, config })).length === 0;

const shown = ({ org_id: _org, ...draft }: AgentDraft): ReadDraft => draft;
