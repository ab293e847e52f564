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
  /** Of an API key: the only actions it may take. Missing for users and the bot. */
  readonly scopes?: readonly Scope[];
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
  'api_keys.read': 'admin',
  'api_keys.write': 'admin',
  'sso.read': 'admin',
  'sso.write': 'admin',
  'sessions.renew': 'member',
  'sessions.end': 'member',
  'agents.list': 'member',
  'agents.read': 'member',
  'agents.write': 'member',
  'agents.delete': 'admin',
  'calls.list': 'member',
  'calls.read': 'member',
  'calls.listen': 'member',
  'calls.analyse': 'member',
  'calls.dial': 'member',
  'calls.web': 'member',
  'calls.write': 'member',
  'calls.delete': 'admin',
  'costs.read': 'member',
  'budgets.write': 'admin',
  'campaigns.read': 'member',
  'campaigns.write': 'member',
  'campaigns.delete': 'admin',
  'callbacks.write': 'member',
  'catalogue.read': 'member',
  'events.read': 'member',
  'events.write': 'admin',
  'knowledge.read': 'member',
  'knowledge.write': 'member',
  'numbers.read': 'member',
  'numbers.write': 'member',
  'rehearsals.read': 'member',
  'rehearsals.write': 'member',
  'rehearsals.delete': 'admin',
  'members.read': 'member',
  'members.invite': 'admin',
  'members.promote': 'super_admin',
  'members.remove': 'super_admin',
  'organisation.read': 'member',
  'organisation.delete': 'super_admin',
  'organisation.erase': 'super_admin',
  'erasures.read': 'admin',
  'erasures.write': 'admin',
  'retention.write': 'admin',
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
  'calls.web',
  'calls.write',
  'callbacks.write',
  'credentials.read',
  'credentials.reveal',
]);

/** Actions that only people may take: those on accounts, log-ins, memberships, API keys and whole organisations. */
const PERSONAL = [
  'account.read',
  'api_keys.read',
  'api_keys.write',
  'sso.read',
  'sso.write',
  'sessions.renew',
  'sessions.end',
  'members.invite',
  'members.promote',
  'members.remove',
  'organisation.delete',
  'organisation.erase',
  'credentials.reveal',
] as const satisfies readonly Action[];

/** An action that an API key may have as a scope. */
export type Scope = Exclude<Action, (typeof PERSONAL)[number]>;

export const isScope = (name: string): name is Scope =>
  Object.hasOwn(MINIMUM_ROLE, name) && !(PERSONAL as readonly string[]).includes(name);

/** Every scope that an API key may have. */
export const SCOPES: readonly Scope[] = Object.keys(MINIMUM_ROLE).filter(isScope);

/** A scope that includes another one: keys of earlier releases register browser calls with it. */
const INCLUDED: Readonly<Partial<Record<Scope, Action>>> = { 'calls.write': 'calls.web' };

/** Whether the principal is a platform service with a bot token. */
export const isBot = ({ email }: Pick<Principal, 'email'>): boolean => email === BOT_EMAIL;

/** Whether a role is at least as strong as another. */
export const isAtLeast = (role: Role, weakest: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(weakest);

/** Whether the principal's role, bot token or API key permits the action. */
export function may(principal: Principal, action: Action): boolean {
  if (isBot(principal)) return BOT_ACTIONS.has(action);
  return (
    principal.scopes?.some((scope) => scope === action || INCLUDED[scope] === action) ??
    isAtLeast(principal.role, MINIMUM_ROLE[action])
  );
}

/** Rejects an action the principal may not take, in any organisation: 403. */
export function permit(principal: Principal, action: Action): void {
  if (may(principal, action)) return;
  throw forbidden(whyForbidden(principal, action));
}

function whyForbidden(principal: Principal, action: Action): string {
  if (isBot(principal)) return 'A bot token may not do this';
  if (!principal.scopes) return `Requires the role ${MINIMUM_ROLE[action]}`;
  return isScope(action) ? `The API key lacks the scope ${action}` : 'An API key may not do this';
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
