import { DomainError, type Problem } from '../errors.ts';

/** What is written down: the kind of thing it happens to, and what happens to it. */
export const AUDIT_ACTIONS = [
  'account.log_in',
  'account.forgot_password',
  'account.reset_password',
  'account.log_out_everywhere',
  'bot_token.issue',
  'member.invite',
  'member.promote',
  'member.remove',
  'organisation.delete',
  'credential.store',
  'credential.allow_hosts',
  'credential.delete',
  'agent.create',
  'agent.update',
  'agent.delete',
  'contact_list.upload',
  'campaign.create',
  'campaign.update',
  'campaign.start',
  'campaign.pause',
  'campaign.resume',
  'campaign.redial',
  'campaign.delete',
  'document.upload',
  'document.delete',
  'phone_number.attach',
  'phone_number.detach',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** How it ended. `unfinished`: it was begun, and whether any of it happened is not known (yet). */
export const AUDIT_OUTCOMES = ['done', 'refused', 'unfinished'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Somebody, as the audit trail knows people: by the address of an account, in one organisation. Nulls: nobody we know. */
export interface Actor {
  readonly email: string | null;
  readonly org_id: string | null;
}

/** Where a request came from. */
export interface Origin {
  /** The client's network address, as far as the proxies in front of us are trusted. */
  readonly address: string | null;
  readonly request_id: string;
}

/** What somebody is about to do, to what. */
export interface AuditedAction {
  readonly action: AuditAction;
  /**
   * The id of the thing, or the address of the person; before allowed hosts, the provider. Null where that is not known, and
   * until a thing that is made has an id.
   */
  readonly target_id: string | null;
}

/** One entry of the audit trail. It holds ids and addresses, never what was stored under them. */
export interface AuditEvent {
  readonly event_id: string;
  readonly org_id: string | null;
  readonly actor: string | null;
  readonly action: AuditAction;
  readonly target_kind: string;
  readonly target_id: string | null;
  readonly outcome: AuditOutcome;
  readonly address: string | null;
  readonly request_id: string;
  readonly created_at: string;
}

/** Ids of ours are shorter; what somebody made up instead is not kept whole. */
const TARGET_ID_MAX = 256;

/** The id of a target as the audit trail keeps it. */
export const targetId = (id: string): string => id.slice(0, TARGET_ID_MAX);

/** The entry for what is about to be done. */
export const startedEvent = (
  event_id: string,
  { action, target_id }: AuditedAction,
  actor: Actor,
  { address, request_id }: Origin,
  now: Date,
): AuditEvent => ({
  event_id,
  org_id: actor.org_id,
  actor: actor.email,
  action,
  target_kind: action.slice(0, action.indexOf('.')),
  target_id: target_id && targetId(target_id),
  outcome: 'unfinished',
  address,
  request_id,
  created_at: now.toISOString(),
});

/** What was refused for these reasons was not done. After any other failure nobody knows. */
const REFUSALS: readonly Problem[] = [
  'rejected',
  'unauthenticated',
  'forbidden',
  'missing',
  'duplicate',
  'invalid',
  'limited',
];

/** How something ended that threw this. */
export const auditOutcomeOf = (error: unknown): AuditOutcome =>
  error instanceof DomainError && REFUSALS.includes(error.problem) ? 'refused' : 'unfinished';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Entries from before this moment have been kept for long enough. */
export const expiredBefore = (now: Date, retentionDays: number): string =>
  new Date(now.getTime() - retentionDays * DAY_MS).toISOString();
