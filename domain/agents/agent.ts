import { invalid, type DomainError } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import type { AgentCanary } from './agent-canary.ts';
import type { AgentConfigPayload } from './config.ts';

export const AGENT_STATUSES = ['active', 'archived'] as const;
/** An archived agent takes and makes no calls. It keeps its number, application, name and history. */
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** Determines the media surface of an agent. */
export const AGENT_CATEGORIES = ['telephony', 'websocket'] as const;
export type AgentCategory = (typeof AGENT_CATEGORIES)[number];

/** What a telephony provider stores for an agent. */
export interface AgentTelephony {
  readonly provider: string;
  readonly application_id: string;
  readonly answer_url: string;
  readonly hangup_url?: string;
}

/** A configured voice agent of an organisation. */
export interface Agent {
  readonly agent_id: string;
  readonly org_id: string;
  readonly name: string;
  readonly status: AgentStatus;
  readonly agent_category: AgentCategory;
  readonly created_by: string;
  readonly linked_phone_number: string | null;
  readonly telephony: AgentTelephony | null;
  readonly config: AgentConfigPayload;
  readonly created_at: string;
  readonly updated_at: string;
  /** When something last changed on which its calls depend. Absent: it was stored by an earlier version. */
  readonly calls_changed_at?: string;
  /** Its published version. Absent: no version has its present content. */
  readonly version?: number;
  /** What a share of its calls runs instead. Absent: nothing, or it is not in force. */
  readonly canary?: AgentCanary;
}

const OF_CALLS = ['agent_category', 'telephony', 'linked_phone_number', 'config'] as const;

/** Whether calls of an agent can differ after these changes: not by its name or status. */
export const changesCalls = (agent: Agent, changes: Partial<Agent>): boolean =>
  OF_CALLS.some(
    (field) => changes[field] !== undefined && JSON.stringify(changes[field]) !== JSON.stringify(agent[field]),
  );

/** When calls of an agent last changed, or anything else where that was not recorded. */
export const callsChangedAt = ({ calls_changed_at, updated_at }: Agent): string => calls_changed_at ?? updated_at;

const NAME_MAX = 200;

/** Validates and trims an agent name. */
export function agentName(input: string): string {
  const name = input.trim();
  if (name === '') throw invalid('name is required');
  if (!isPlainText(name)) throw invalid('name must not contain control characters or invalid Unicode');
  if ([...name].length > NAME_MAX) throw invalid(`name must have at most ${NAME_MAX} characters`);
  return name;
}

/** Request to archive or restore an agent, in either form. */
export interface StatusChange {
  readonly status?: AgentStatus;
  /** `true` means status `archived`, `false` means `active`. */
  readonly archived?: boolean;
}

/** Fields of an agent that an update can change. */
const CHANGEABLE = ['name', 'agent_category', 'telephony_provider', 'config', 'status', 'archived'] as const;

/** Rejects an update without any known field: it would change nothing, which its sender does not expect. */
export function requireKnownField(change: object): void {
  const named = Object.keys(change);
  if (named.length > 0 && !CHANGEABLE.some((field) => named.includes(field)))
    throw invalid(`No field of an agent was sent: send at least one of ${CHANGEABLE.join(', ')}`);
}

/** Status requested with `status`, `archived` or both. At least one is given. */
export function wantedStatus({ status, archived = status === 'archived' }: StatusChange): AgentStatus {
  const implied = archived ? 'archived' : 'active';
  if (status !== undefined && status !== implied) throw invalid('status and archived contradict each other: send one');
  return implied;
}

/** Error message for calls of an archived agent. */
export const ARCHIVED = 'The agent is archived: set its status to active first';

/** Error for requests that need a telephony agent. */
export const notATelephonyAgent = (): DomainError =>
  invalid('The agent must have agent_category telephony and a telephony_provider');

/** Error for requests that need a browser agent. */
export const notABrowserAgent = (): DomainError =>
  invalid('The agent must have agent_category websocket: a telephony agent is called by its number');

/** Validates the telephony provider of an agent: required for telephony, not allowed for websocket. */
export function telephonyProviderOf(category: AgentCategory, named: string | null): string | null {
  const provider = named?.trim() ?? '';
  if (category === 'telephony' && provider === '')
    throw invalid('telephony_provider is required for a telephony agent');
  if (category === 'websocket' && provider !== '')
    throw invalid('telephony_provider must be omitted for a websocket agent');
  return provider === '' ? null : provider;
}
