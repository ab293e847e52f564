import { allow, type Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { canaryOf } from '../../domain/agents/agent-canary.ts';
import {
  changedFields,
  contentOf,
  highestVersion,
  oldestKept,
  versionNote,
  type AgentVersion,
  type PublishedAgent,
} from '../../domain/agents/agent-version.ts';
import { canarySettings, type NewCanarySettings, type StoredCanary } from '../../domain/agents/canary.ts';
import { firstCounts } from '../../domain/agents/canary-measures.ts';
import { canaryView, type CanaryView } from '../../domain/agents/canary-view.ts';
import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { duplicate, invalid, missing } from '../../domain/errors.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { activateCanary, endCanary, type CanaryPorts } from './change-canary.ts';
import { isUnchanged, requireRevision, usableConfig, type DraftPorts } from './drafts.ts';
import { publishChange, recordPresent } from './publish-change.ts';
import { storedVersion } from './read-versions.ts';
import { isoAfter } from '../../domain/expiry.ts';

type Ports = CanaryPorts & DraftPorts;

export interface NewCanary extends NewCanarySettings {
  /** The version to try. Absent: the draft. */
  readonly version?: number;
  /** Refuses to start unless the draft has this revision. */
  readonly expected_revision?: string;
}

/** How long the process that stores a canary has to give it to the agent, in ms. Afterwards another one does. */
const STARTING_MS = 30_000;

/** Has a share of the agent's calls run its draft or a version of it, beside what is published. */
export const startCanary =
  (ports: Ports) =>
  async (principal: Principal, agentId: string, request: NewCanary): Promise<CanaryView> => {
    const { org_id, email } = allow(principal, 'agents.write');
    const settings = canarySettings(request);
    const agent = await agentOf(ports, org_id, agentId);
    await requireNoCanary(ports, org_id, agentId);
    const base = await recordPresent(ports, agent);
    const { version, draft_revision } = await triedVersion(ports, base, { ...request, by: email, note: settings.note });
    const now = ports.clock.now();
    const canary: StoredCanary = {
      ...{ org_id, agent_id: agentId, canary_id: ports.ids.next(), version, base_version: base.version, ...settings },
      ...{ started_by: email, started_at: now.toISOString(), draft_revision },
      ...{ state: 'starting', outcome: null, worse_by: null, ended_by: null, ended_at: null },
      counts: firstCounts(now),
      due_at: isoAfter(now, STARTING_MS),
      ...{ is_mail_due: false, revision: 1 },
    };
    if (!(await ports.agentCanaries.start(canary))) throw isRunning();
    const started = await activateCanary(ports, canary);
    if (started.outcome === 'superseded')
      throw duplicate('The agent was changed at the same time: read it again and try again');
    return canaryView(started);
  };

/** The last canary of an agent, with the figures of both versions. */
export const findCanary =
  ({ agents, agentCanaries }: Pick<Ports, 'agents' | 'agentCanaries'>) =>
  async (principal: Principal, agentId: string): Promise<CanaryView> => {
    const { org_id } = allow(principal, 'agents.list');
    await agentOf({ agents }, org_id, agentId);
    const canary = await agentCanaries.find(org_id, agentId);
    if (!canary) throw missing('Canary');
    return canaryView(canary);
  };

/** Ends the canary of an agent: all calls that begin from now on run what is published. */
export const abortCanary =
  (ports: Ports) =>
  async (principal: Principal, agentId: string): Promise<void> => {
    const { org_id, email } = allow(principal, 'agents.write');
    await agentOf(ports, org_id, agentId);
    const canary = await runningCanary(ports, org_id, agentId);
    await endCanary(ports, canary, { outcome: 'aborted', ended_by: email });
  };

/**
 * Publishes the version of a canary as a new one, and ends the canary. A repeated request makes one version. The draft that the
 * canary was started from is removed, unless it was changed since.
 */
export const promoteCanary =
  (ports: Ports) =>
  async (principal: Principal, agentId: string, request: { readonly note?: string }): Promise<Agent> => {
    const { org_id, email } = allow(principal, 'agents.write');
    const note = request.note === undefined ? undefined : versionNote(request.note);
    const agent = await agentOf(ports, org_id, agentId);
    const canary = await runningCanary(ports, org_id, agentId);
    const stored = await storedVersion(ports, org_id, agentId, canary.version);
    const config = await usableConfig(ports, agent, stored.config);
    // An earlier attempt may have ended before it ended the canary.
    const isDone = isUnchanged(agent, config);
    const isInForce = canaryOf(agent)?.canary_id === canary.canary_id || agent.version === canary.base_version;
    if (!isDone && !isInForce) throw wasSuperseded(canary);
    const published = isDone
      ? agent
      : await publishChange(ports, agent, {
          ...{ by: email, fields: { config }, restoredFrom: canary.version, expected: agent.version },
          ...(note !== undefined && { note }),
        });
    await endCanary(ports, canary, { outcome: 'promoted', ended_by: email });
    if (canary.draft_revision !== null) await ports.agentDrafts.remove(org_id, agentId, canary.draft_revision);
    return published;
  };

async function agentOf({ agents }: Pick<Ports, 'agents'>, orgId: string, agentId: string): Promise<Agent> {
  const agent = await agents.find(orgId, agentId);
  if (!agent) throw missing('Agent');
  return agent;
}

async function requireNoCanary({ agentCanaries }: Ports, orgId: string, agentId: string): Promise<void> {
  const known = await agentCanaries.find(orgId, agentId);
  if (known && known.state !== 'ended') throw isRunning();
}

const isRunning = () => duplicate('The agent has a canary: promote or abort it first');

const wasSuperseded = ({ version }: StoredCanary) =>
  duplicate(
    `Another version was published since the canary was started: compare it with version ${version}, then restore that version`,
  );

async function runningCanary({ agentCanaries }: Ports, orgId: string, agentId: string): Promise<StoredCanary> {
  const canary = await agentCanaries.find(orgId, agentId);
  if (!canary || canary.state === 'ending' || canary.state === 'ended') throw missing('Running canary');
  return canary;
}

interface WantedVersion extends Pick<NewCanary, 'version' | 'expected_revision'> {
  readonly by: string;
  readonly note: string | null;
}

/** The version that a canary tries, which differs from what is published. That of a draft is made. */
async function triedVersion(
  ports: Ports,
  base: PublishedAgent,
  tried: WantedVersion,
): Promise<Pick<StoredCanary, 'version' | 'draft_revision'>> {
  const { org_id, agent_id } = base;
  if (tried.version !== undefined) {
    const { config } = await storedVersion(ports, org_id, agent_id, tried.version);
    requireDifference(base, await usableConfig(ports, base, config));
    return { version: tried.version, draft_revision: null };
  }
  const draft = await ports.agentDrafts.find(org_id, agent_id);
  requireRevision(draft, tried.expected_revision);
  if (!draft) throw missing('Draft', 'write one first, or name a version');
  const config = await usableConfig(ports, base, draft.config);
  requireDifference(base, config);
  return { version: await versionOfConfig(ports, base, config, tried), draft_revision: draft.revision };
}

function requireDifference(base: PublishedAgent, config: AgentConfigPayload): void {
  if (isUnchanged(base, config)) throw invalid('The configuration does not differ from what is published');
}

/** A version with a configuration that is not published. If the latest one has it, because of an earlier canary, it is that. */
const versionOfConfig = (
  ports: Ports,
  base: PublishedAgent,
  config: AgentConfigPayload,
  { by, note }: WantedVersion,
): Promise<number> =>
  retryOnConflict('The agent kept changing. Try again.', async () => {
    const { org_id, agent_id } = base;
    const latest = await ports.agentVersions.latest(org_id, agent_id);
    const content = contentOf({ ...base, config });
    if (latest && latest.version > base.version && changedFields(latest, content).length === 0) return latest.version;
    const made: AgentVersion = {
      ...{ org_id, agent_id, version: highestVersion(base, latest) + 1, ...content },
      ...{ created_by: by, created_at: ports.clock.now().toISOString(), ...(note && { note }) },
      canary_beside: base.version,
      changed_fields: changedFields(contentOf(base), content),
    };
    if (!(await ports.agentVersions.add(made))) return 'again';
    // The published version is kept, however many were made since.
    const oldest = Math.min(oldestKept(made), base.version);
    if (oldest > 1) await ports.agentVersions.removeBelow(org_id, agent_id, oldest);
    return made.version;
  });
