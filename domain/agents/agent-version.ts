import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import type { Agent, AgentCategory } from './agent.ts';
import type { AgentConfigPayload } from './config.ts';
import { differences } from './differences.ts';

/** The fields of an agent of which a version keeps a copy. */
export interface VersionedContent {
  readonly name: string;
  readonly agent_category: AgentCategory;
  readonly telephony_provider: string | null;
  readonly config: AgentConfigPayload;
}

/** Author, time and reason of a version. */
export interface Publication {
  /** Null: it was made before versions were recorded, or by an earlier release. */
  readonly created_by: string | null;
  readonly created_at: string;
  readonly note?: string;
  /** The version whose configuration was published again. */
  readonly restored_from?: number;
  /** Of a version that was made for a canary, and is not published by it: the published version of that time. */
  readonly canary_beside?: number;
  /** What differs from the version before, as paths. Empty for the first version. */
  readonly changed_fields: readonly string[];
}

/** An agent as it was from one change to the next. Never changed. */
export interface AgentVersion extends VersionedContent, Publication {
  readonly org_id: string;
  readonly agent_id: string;
  /** Counts from 1. */
  readonly version: number;
}

/** A version without its configuration. */
export type VersionSummary = Omit<AgentVersion, 'config' | 'org_id'>;

/** How the present version of an agent was made, beside a checksum of its configuration. */
export interface StoredPublication extends Publication {
  /** Tells whether an earlier release has replaced the configuration since: that release does not count versions. */
  readonly checksum: string;
}

/** An agent with what is stored of its present version. */
export interface VersionedAgent extends Agent {
  /** Absent until its first version is recorded. */
  readonly publication?: StoredPublication;
}

/** An agent whose present content is a recorded version. */
export interface PublishedAgent extends VersionedAgent {
  readonly version: number;
  readonly publication: StoredPublication;
}

/** Most versions that are kept of an agent: the newest. */
export const VERSIONS_KEPT = 200;
/** Fewer of a long configuration are kept: together about as many characters, but some to go back to. */
const CHARACTERS_KEPT = 20_000_000;
const VERSIONS_KEPT_MIN = 10;

/** The first version that is kept once this one is recorded. */
export function oldestKept({ version, config }: Pick<AgentVersion, 'version' | 'config'>): number {
  // The first ten are kept at any length, and to know the length takes a serialisation.
  if (version <= VERSIONS_KEPT_MIN) return 1;
  const fitting = Math.floor(CHARACTERS_KEPT / JSON.stringify(config).length);
  return version - Math.max(VERSIONS_KEPT_MIN, Math.min(VERSIONS_KEPT, fitting)) + 1;
}
/** Most paths that a version names as changed. */
const CHANGED_FIELDS_MAX = 50;
const NOTE_MAX = 500;

/** Validates and trims the note on a change. */
export function versionNote(input: string): string {
  const note = input.trim();
  if (!isPlainText(note)) throw invalid('note must not contain control characters or invalid Unicode');
  if ([...note].length > NOTE_MAX) throw invalid(`note must have at most ${NOTE_MAX} characters`);
  return note;
}

/** Whether the present content of an agent is that of its version. The checksum costs as much as reading the agent. */
export const isPublished = (agent: VersionedAgent): agent is PublishedAgent =>
  agent.version !== undefined &&
  agent.publication !== undefined &&
  (agent.publication.created_at === agent.updated_at || agent.publication.checksum === checksumOf(agent.config));

/** What a version keeps of an agent. */
export const contentOf = ({ name, agent_category, telephony, config }: Agent): VersionedContent => ({
  name,
  agent_category,
  telephony_provider: telephony?.provider ?? null,
  config,
});

/** Paths at which two contents differ, at most 50. */
export const changedFields = (before: VersionedContent, after: VersionedContent): readonly string[] =>
  differences(contentFields(before), contentFields(after))
    .slice(0, CHANGED_FIELDS_MAX)
    .map(({ path }) => path);

/** The compared fields of a version or of other content. */
export const contentFields = ({ name, agent_category, telephony_provider, config }: VersionedContent) => ({
  name,
  agent_category,
  telephony_provider,
  config,
});

/** What an agent stores of a new version. */
export const storedPublication = (config: AgentConfigPayload, publication: Publication): StoredPublication => ({
  ...publication,
  checksum: checksumOf(config),
});

/** The version that an agent is. */
export function versionOf(agent: PublishedAgent): AgentVersion {
  const { checksum: _checksum, ...publication } = agent.publication;
  const { org_id, agent_id, version } = agent;
  return { org_id, agent_id, version, ...contentOf(agent), ...publication };
}

/** The highest number that a version of the agent has. 0: there is none. */
export const highestVersion = ({ version = 0 }: VersionedAgent, latest: AgentVersion | null): number =>
  Math.max(latest?.version ?? 0, version);

/** The latest version, if no later one is known and the agent has its content. */
export const recordedAs = (agent: VersionedAgent, latest: AgentVersion | null): AgentVersion | null =>
  latest !== null &&
  latest.version === highestVersion(agent, latest) &&
  changedFields(latest, contentOf(agent)).length === 0
    ? latest
    : null;

/** How a version was made. */
export const publicationOf = (version: AgentVersion): Publication => ({
  created_by: version.created_by,
  created_at: version.created_at,
  ...(version.note !== undefined && { note: version.note }),
  ...(version.restored_from !== undefined && { restored_from: version.restored_from }),
  changed_fields: version.changed_fields,
});

/** How a content became a version that no recorded change made. */
export const unrecordedPublication = (agent: VersionedAgent, latest: AgentVersion | null): Publication => ({
  created_by: null,
  created_at: agent.calls_changed_at ?? agent.updated_at,
  changed_fields: latest ? changedFields(latest, contentOf(agent)) : [],
});

/** A version without its configuration and its organisation. */
export function summaryOf({ config: _config, org_id: _org, ...summary }: AgentVersion): VersionSummary {
  return summary;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Length and FNV-1a of a configuration: tells an overwritten one from the recorded one. Not a secret. */
function checksumOf(config: AgentConfigPayload): string {
  const text = JSON.stringify(config);
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return `${text.length}:${(hash >>> 0).toString(16)}`;
}
