import { forbidden, rejected } from '../errors.ts';

/** Roles of a member, weakest first. */
export const ROLES = ['member', 'admin', 'super_admin'] as const;
export type Role = (typeof ROLES)[number];

/** The authenticated sender of an API request: the claims of its access token. `org_id` is the active organisation. */
export interface Principal {
  readonly email: string;
  readonly org_id: string | null;
  readonly role: Role;
  /**
   * The user's session version when the session was opened. Missing in tokens issued before the field existed, which
   * means 0.
   */
  readonly session_version?: number;
}

/** A principal with an active organisation. */
export interface OrganisationPrincipal extends Principal {
  readonly org_id: string;
}

/** Subject of every bot token. Sign-up refuses this address. */
export const BOT_EMAIL = 'bot@internal.invalid';

/** Minimum role per action. Spec: roles and permissions. */
const MINIMUM_ROLE = {
  'account.read': 'member',
  'sessions.renew': 'member',
  'sessions.end': 'member',
  'agents.list': 'member',
  'agents.read': 'member',
  'agents.write': 'member',
  'agents.delete': 'admin',
  'calls.list': 'member',
  'calls.read': 'member',
  'calls.listen': 'member',
  'calls.dial': 'member',
  'calls.write': 'member',
  'campaigns.read': 'member',
  'campaigns.write': 'member',
  'campaigns.delete': 'admin',
  'catalogue.read': 'member',
  'knowledge.read': 'member',
  'knowledge.write': 'member',
  'numbers.read': 'member',
  'numbers.write': 'member',
  'members.read': 'member',
  'members.invite': 'admin',
  'members.promote': 'super_admin',
  'members.remove': 'super_admin',
  'organisation.read': 'member',
  'organisation.delete': 'super_admin',
  'audit.read': 'super_admin',
  'credentials.read': 'member',
  'credentials.reveal': 'admin',
  'credentials.write': 'admin',
} as const satisfies Record<string, Role>;

export type Action = keyof typeof MINIMUM_ROLE;

/**
 * Actions a bot token may take regardless of role: those the runtime needs on behalf of an organisation. Spec: Calls,
 * "bot token" and "bot allowed"; /auth, "bot tokens see real values"; the runtime "reads agent configuration".
 */
const BOT_ACTIONS: ReadonlySet<Action> = new Set([
  'agents.read',
  'calls.read',
  'calls.write',
  'credentials.read',
  'credentials.reveal',
]);

/** Whether the principal is a platform service with a bot token. */
export const isBot = ({ email }: Pick<Principal, 'email'>): boolean => email === BOT_EMAIL;

/** Whether a role is at least as strong as another. */
export const isAtLeast = (role: Role, weakest: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(weakest);

/** Whether the principal's role, or its bot token, permits the action. */
export const may = (principal: Principal, action: Action): boolean =>
  isBot(principal) ? BOT_ACTIONS.has(action) : isAtLeast(principal.role, MINIMUM_ROLE[action]);

/** Rejects an action the principal may not take, in any organisation: 403. */
export function permit(principal: Principal, action: Action): void {
  if (may(principal, action)) return;
  throw forbidden(isBot(principal) ? 'A bot token may not do this' : `Requires the role ${MINIMUM_ROLE[action]}`);
}

/**
 * Requires an active organisation and a sufficient role, and returns the principal with its organisation. Throws 400 or
 * 403.
 */
export function allow(principal: Principal, action: Action): OrganisationPrincipal {
  if (principal.org_id === null) throw rejected('No active organisation in token');
  permit(principal, action);
  return { ...principal, org_id: principal.org_id };
}
