import { invalid, type DomainError } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import type { AgentConfigPayload } from './config.ts';

export const AGENT_STATUSES = ['active', 'archived'] as const;
/** An archived agent takes and makes no calls; it keeps its number, its application, its name and its history. */
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** Decides which media surface an agent has. */
export const AGENT_CATEGORIES = ['telephony', 'websocket'] as const;
export type AgentCategory = (typeof AGENT_CATEGORIES)[number];

/** What a telephony provider holds for an agent. */
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
}

const NAME_MAX = 200;

/** A name fit to be stored: trimmed, not blank, not endless. */
export function agentName(input: string): string {
  const name = input.trim();
  if (name === '') throw invalid('name is required');
  if (!isPlainText(name)) throw invalid('name must not hold control characters or broken Unicode');
  if ([...name].length > NAME_MAX) throw invalid(`name must have at most ${NAME_MAX} characters`);
  return name;
}

/** The category a word names. */
export function agentCategory(input: string): AgentCategory {
  const category = AGENT_CATEGORIES.find((each) => each === input);
  if (!category) throw invalid(`agent_category must be one of: ${AGENT_CATEGORIES.join(', ')}`);
  return category;
}

/** A wish to archive or restore an agent, in either spelling. */
export interface StatusChange {
  readonly status?: string;
  /** `true` is the status `archived`, `false` is `active`. */
  readonly archived?: boolean;
}

/** The fields that a change of an agent can name. */
const CHANGEABLE = ['name', 'agent_category', 'telephony_provider', 'config', 'status', 'archived'] as const;

/** Refuses a change all of whose fields are unknown: it would change nothing, and its sender expects otherwise. */
export function requireKnownField(change: object): void {
  const named = Object.keys(change);
  if (named.length > 0 && !CHANGEABLE.some((field) => named.includes(field)))
    throw invalid(`No field of an agent was sent: send at least one of ${CHANGEABLE.join(', ')}`);
}

/** The status that a change asks for with `status`, `archived` or both. At least one of them is given. */
export function wantedStatus({ status, archived = status === 'archived' }: StatusChange): AgentStatus {
  const implied = archived ? 'archived' : 'active';
  if (status !== undefined && !AGENT_STATUSES.some((each) => each === status))
    throw invalid(`status must be one of: ${AGENT_STATUSES.join(', ')}`);
  if (status !== undefined && status !== implied) throw invalid('status and archived contradict each other: send one');
  return implied;
}

/** Why an archived agent is not called and calls nobody. */
export const ARCHIVED = 'The agent is archived: set its status to active first';

/** Only an agent with a telephone can do what was asked. */
export const notATelephonyAgent = (): DomainError =>
  invalid('The agent must be of category telephony: give it that agent_category and a telephony_provider');

/** Only an agent that browsers talk with can do what was asked. */
export const notABrowserAgent = (): DomainError =>
  invalid('The agent must be of category websocket: one of category telephony is called by its number');

/** The telephony provider an agent of this category works with: one that is named, or none for the browser. */
export function telephonyProviderOf(category: AgentCategory, named: string | null): string | null {
  const provider = named?.trim() ?? '';
  if (category === 'telephony' && provider === '')
    throw invalid('telephony_provider is required for a telephony agent');
  if (category === 'websocket' && provider !== '')
    throw invalid('telephony_provider must be omitted for a websocket agent');
  return provider === '' ? null : provider;
}
