import { forbidden, rejected } from '../errors.ts';

/** Roles of a member, weakest first. */
export const ROLES = ['member', 'admin', 'super_admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who asks: the claims of a verified access token. `org_id` is the active organisation. */
export interface Principal {
  readonly email: string;
  readonly org_id: string | null;
  readonly role: Role;
  /** The user's session version when the session was opened. Tokens from before it existed lack it, which means 0. */
  readonly session_version?: number;
}

/** A caller working in an organisation. */
export interface OrganisationPrincipal extends Principal {
  readonly org_id: string;
}

/** The subject of every bot token. Nobody can register it. */
export const BOT_EMAIL = 'bot@internal.invalid';

/** The weakest role that may do each thing. Spec: roles and permissions. */
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
 * What a bot token may do, whatever its role: what the runtime asks for in the name of one organisation. Spec: Calls,
 * "bot token" and "bot allowed"; /auth, "bot tokens see real values"; the runtime "reads agent configuration".
 */
const OF_BOTS: ReadonlySet<Action> = new Set([
  'agents.read',
  'calls.read',
  'calls.write',
  'credentials.read',
  'credentials.reveal',
]);

/** Whether a service of the platform asks, with a bot token. */
export const isBot = ({ email }: Pick<Principal, 'email'>): boolean => email === BOT_EMAIL;

/** Whether a role is at least as strong as another. */
export const isAtLeast = (role: Role, weakest: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(weakest);

/** Whether the caller's role is strong enough for this, or it is among what bots may do. */
export const may = (principal: Principal, action: Action): boolean =>
  isBot(principal) ? OF_BOTS.has(action) : isAtLeast(principal.role, MINIMUM_ROLE[action]);

/** Refuses what the caller may not do, in whichever organisation: 403. */
export function permit(principal: Principal, action: Action): void {
  if (may(principal, action)) return;
  throw forbidden(isBot(principal) ? 'A bot token may not do this' : `This needs the role ${MINIMUM_ROLE[action]}`);
}

/** Answers the caller as a member of the active organisation, or refuses: 400 without one, 403 when the role is too low. */
export function allow(principal: Principal, action: Action): OrganisationPrincipal {
  if (principal.org_id === null) throw rejected('No active organisation in token');
  permit(principal, action);
  return { ...principal, org_id: principal.org_id };
}
