import type { Agent } from '../../domain/agents/agent.ts';
import { changesCalls } from '../../domain/agents/agent.ts';
import { canaryAfter, canaryOf } from '../../domain/agents/agent-canary.ts';
import {
  changedFields,
  contentOf,
  highestVersion,
  oldestKept,
  isPublished,
  publicationOf,
  recordedAs,
  storedPublication,
  unrecordedPublication,
  versionOf,
  type AgentVersion,
  type PublishedAgent,
  type VersionedAgent,
} from '../../domain/agents/agent-version.ts';
import { duplicate, missing } from '../../domain/errors.ts';
import type { AgentVersionRepository } from '../ports/agent-versions.ts';
import type { AgentRepository, SeenAgent } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

export interface VersionPorts {
  readonly agents: AgentRepository;
  readonly agentVersions: AgentVersionRepository;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who changes an agent, and what for. */
export interface Change {
  readonly by: string;
  readonly fields: Partial<Agent>;
  /** The carrier application that the change was decided on. */
  readonly seen?: Pick<SeenAgent, 'telephony'>;
  readonly note?: string;
  readonly restoredFrom?: number;
  /** Refuses the change unless this version is published. */
  readonly expected?: number | undefined;
}

type Ref = Pick<Agent, 'org_id' | 'agent_id'>;

const KEPT_CHANGING = 'The agent kept changing. Try again.';

/**
 * Changes fields of an agent. If its content differs then, that is a new version: the next number, in the same write. Of
 * concurrent changes each makes a version of its own.
 */
export const publishChange = (ports: VersionPorts, ref: Ref, change: Change): Promise<Agent> =>
  retryOnConflict(KEPT_CHANGING, async () => {
    const agent = await ports.agents.findVersioned(ref.org_id, ref.agent_id);
    if (!agent) throw missing('Agent');
    const changed = changedFields(contentOf(agent), contentOf({ ...agent, ...change.fields }));
    const isExpected = change.expected !== undefined;
    if (changed.length === 0 && !isExpected) return written(ports, agent, change, withoutContent(change.fields));
    const present = await recordPresent(ports, ref);
    requireExpected(present, change.expected);
    if (changed.length === 0) return written(ports, agent, change, withoutContent(change.fields));
    return publishNext(ports, present, change);
  });

/** Fields that are equal in content keep the order in which they are stored, of which the digest is. */
const withoutContent = ({ name: _n, agent_category: _c, config: _f, ...others }: Partial<Agent>): Partial<Agent> =>
  others;

function requireExpected({ version }: PublishedAgent, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw duplicate(
    `Version ${version} is published, not version ${expected}: read the agent again, or leave expected_version out to overwrite it`,
  );
}

/** Writes the next version, unless the agent is not that of `present` any more. */
async function publishNext(ports: VersionPorts, present: PublishedAgent, change: Change): Promise<Agent | 'again'> {
  const { org_id, agent_id, version } = present;
  const after: VersionedAgent = { ...present, ...change.fields };
  const changed = changedFields(contentOf(present), contentOf(after));
  // Another writer was faster, with the same content.
  if (changed.length === 0) return 'again';
  const next = highestVersion(present, await ports.agentVersions.latest(org_id, agent_id)) + 1;
  const now = ports.clock.now().toISOString();
  const publication = storedPublication(after.config, {
    ...{ created_by: change.by, created_at: now },
    ...(change.note && { note: change.note }),
    ...(change.restoredFrom !== undefined && { restored_from: change.restoredFrom }),
    changed_fields: changed,
  });
  const canary = canaryAfter(present, next, changed);
  const seen = { version, updated_at: present.updated_at, ...(canary && { canary_id: canary.canary_id }) };
  const fields = { ...change.fields, version: next, publication, updated_at: now, ...(canary && { canary }) };
  const updated = await written(ports, present, change, fields, seen);
  if (updated === 'again') return updated;
  await keep(ports, { ...updated, version: next, publication, ...(canary && { canary }) });
  return updated;
}

/** Writes fields of the agent, unless another request has moved it to another application. `again`: it is not as seen. */
async function written(
  { agents, clock }: VersionPorts,
  agent: VersionedAgent,
  change: Change,
  fields: Partial<VersionedAgent>,
  seen: SeenAgent = {},
): Promise<Agent | 'again'> {
  const { org_id, agent_id } = agent;
  const now = fields.updated_at ?? clock.now().toISOString();
  const times = { updated_at: now, ...(changesCalls(agent, fields) && { calls_changed_at: now }) };
  const updated = await agents.update(org_id, agent_id, { ...fields, ...times }, { ...change.seen, ...seen });
  if (updated === 'taken') throw duplicate(`An agent named ${change.fields.name ?? agent.name} already exists`);
  if (updated) return updated;
  if (!(await agents.find(org_id, agent_id))) throw missing('Agent');
  if (change.seen && !(await hasApplication(agents, agent, change.seen)))
    throw duplicate('The agent was modified by another request: reload it and try again');
  return 'again';
}

/** Whether the agent still has the carrier application that was seen. */
async function hasApplication(
  agents: AgentRepository,
  { org_id, agent_id }: Ref,
  { telephony: seen }: Pick<SeenAgent, 'telephony'>,
): Promise<boolean> {
  const stored = await agents.find(org_id, agent_id);
  return stored?.telephony?.application_id === seen?.application_id && stored?.telephony?.provider === seen?.provider;
}

/**
 * Records the present content of an agent, if no version has it: that of an agent of an earlier release, or what such a
 * release has changed. Answers the agent with its version.
 */
export const recordPresent = (ports: VersionPorts, { org_id, agent_id }: Ref): Promise<PublishedAgent> =>
  retryOnConflict(KEPT_CHANGING, async () => {
    const agent = await ports.agents.findVersioned(org_id, agent_id);
    if (!agent) throw missing('Agent');
    const latest = await ports.agentVersions.latest(org_id, agent_id);
    if (isPublished(agent)) {
      // The process that made it may have ended before it stored it.
      if (!latest || latest.version < agent.version) await ports.agentVersions.add(versionOf(agent));
      return agent;
    }
    return (await adopt(ports, agent, latest)) ?? 'again';
  });

/** Gives the content of an agent a version. Null: it has changed since it was read. */
async function adopt(
  ports: VersionPorts,
  agent: VersionedAgent,
  latest: AgentVersion | null,
): Promise<PublishedAgent | null> {
  const { org_id, agent_id } = agent;
  // An earlier attempt may have stored the version, but not named it in the agent.
  const stored = recordedAs(agent, latest);
  const version = stored?.version ?? highestVersion(agent, latest) + 1;
  const made = stored ? publicationOf(stored) : unrecordedPublication(agent, latest);
  const published = { ...agent, version, publication: storedPublication(agent.config, made) };
  if (!stored && !(await ports.agentVersions.add(versionOf(published)))) return null;
  const seen = { version: agent.version ?? null, updated_at: agent.updated_at };
  const { publication } = published;
  const updated = await ports.agents.update(org_id, agent_id, { version, publication }, seen);
  return updated === null || updated === 'taken' ? null : published;
}

/** Stores a version that is published already. A failure is logged: the next reader or writer stores it from the agent. */
export async function keep({ agentVersions, log }: VersionPorts, agent: PublishedAgent): Promise<void> {
  const { org_id, agent_id, version } = agent;
  try {
    await agentVersions.add(versionOf(agent));
    // The version of a canary is kept, however many were made since.
    const oldest = Math.min(oldestKept(agent), canaryOf(agent)?.version ?? version);
    if (oldest > 1) await agentVersions.removeBelow(org_id, agent_id, oldest);
  } catch (error) {
    log.warn('agents.version_not_kept', { org_id, agent_id, version, error });
  }
}
