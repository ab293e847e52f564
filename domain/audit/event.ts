import { DomainError, type Problem } from '../errors.ts';

/** Audited actions, as `target.action`. */
export const AUDIT_ACTIONS = [
  'account.log_in',
  'account.single_sign_on',
  'account.forgot_password',
  'account.reset_password',
  'account.log_out_everywhere',
  'api_key.create',
  'api_key.delete',
  'sso_connection.create',
  'sso_connection.verify',
  'sso_connection.lose_domain',
  'sso_connection.delete',
  'bot_token.issue',
  'call.delete',
  'member.invite',
  'member.promote',
  'member.remove',
  'organisation.delete',
  'organisation.erase',
  'credential.store',
  'credential.allow_hosts',
  'credential.delete',
  'tool_secret.store',
  'tool_secret.delete',
  'event_endpoint.create',
  'event_endpoint.update',
  'event_endpoint.delete',
  'event_endpoint.rotate_secret',
  'agent.create',
  'agent.update',
  'agent.delete',
  'agent.save_draft',
  'agent.discard_draft',
  'agent.publish_draft',
  'agent.restore_version',
  'agent.start_canary',
  'agent.abort_canary',
  'agent.promote_canary',
  'agent.roll_back_canary',
  'agent.test_tool',
  'mcp_server.list_tools',
  'rehearsal_suite.create',
  'rehearsal_suite.update',
  'rehearsal_suite.delete',
  'rehearsal_run.start',
  'rehearsal_run.publish',
  'rehearsal_run.add_recording',
  'rehearsal_run.cancel',
  'rehearsal_run.delete',
  'contact_list.upload',
  'campaign.create',
  'campaign.update',
  'campaign.start',
  'campaign.pause',
  'campaign.resume',
  'campaign.redial',
  'campaign.delete',
  'suppression.add',
  'suppression.import',
  'suppression.remove',
  'dial_caps.update',
  'document.upload',
  'document.add',
  'document.update',
  'document.refresh',
  'document.delete',
  'phone_number.attach',
  'phone_number.detach',
  'retention.update',
  'budget.update',
  'erasure.request',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Outcome of an action. `unfinished`: started, and not known to have happened (yet). */
export const AUDIT_OUTCOMES = ['done', 'refused', 'unfinished'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Actor of an audit event: account email and organisation. Null when unknown. */
export interface Actor {
  readonly email: string | null;
  readonly org_id: string | null;
}

/** Where a request came from. */
export interface Origin {
  /** The client's network address, as far as the trusted proxies tell it. */
  readonly address: string | null;
  readonly request_id: string;
}

/** An action about to be taken, and its target. */
export interface AuditedAction {
  readonly action: AuditAction;
  /**
   * Id of the target, email of the user, or provider for allowed hosts. Null when unknown, and until a new target has
   * an id.
   */
  readonly target_id: string | null;
}

/** An entry of the audit trail. It holds ids and addresses, never the content stored under them. */
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

/** Maximum length of a target id in the audit trail. Platform ids are shorter; made-up ones are cut. */
const TARGET_ID_MAX = 256;

/** Target id as the audit trail stores it. */
export const targetId = (id: string): string => id.slice(0, TARGET_ID_MAX);

/** Entry for an action about to be taken. */
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

/** Problems that mean the action was not taken. After any other failure the result is unknown. */
const REFUSALS: readonly Problem[] = [
  'rejected',
  'unauthenticated',
  'forbidden',
  'missing',
  'duplicate',
  'invalid',
  'limited',
];

/** Outcome of an action that threw this error. */
export const auditOutcomeOf = (error: unknown): AuditOutcome =>
  error instanceof DomainError && REFUSALS.includes(error.problem) ? 'refused' : 'unfinished';
