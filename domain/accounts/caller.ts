import { forbidden, rejected } from '../errors.ts';

/** Roles of a member, weakest first. */
export const ROLES = ['member', 'admin', 'super_admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who asks: the claims of a verified access token. `org_id` is the active organisation. */
export interface Caller {
  readonly email: string;
  readonly org_id: string | null;
  readonly role: Role;
}

/** A caller working in an organisation. */
export interface Member extends Caller {
  readonly org_id: string;
}

/** The subject of every bot token. Nobody can register it. */
export const BOT_EMAIL = 'bot@internal.invalid';

/** The weakest role that may do each thing. Spec: roles and permissions. */
const WEAKEST = {
  'account.read': 'member',
  'agents.read': 'member',
  'agents.write': 'member',
  'agents.delete': 'admin',
  'calls.read': 'member',
  'calls.write': 'member',
  'campaigns.read': 'member',
  'campaigns.write': 'member',
  'campaigns.delete': 'admin',
  'catalogue.read': 'member',
  'knowledge.read': 'member',
  'knowledge.write': 'member',
  'numbers.read': 'member',
  'numbers.write': 'member',
  'members.invite': 'admin',
  'members.promote': 'super_admin',
  'members.remove': 'super_admin',
  'organisation.delete': 'super_admin',
  'audit.read': 'super_admin',
  'credentials.read': 'member',
  'credentials.reveal': 'admin',
  'credentials.write': 'admin',
} as const satisfies Record<string, Role>;

export type Action = keyof typeof WEAKEST;

/** Whether a role is at least as strong as another. */
export const isAtLeast = (role: Role, weakest: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(weakest);

/** Whether the caller's role is strong enough for this. */
export const may = (caller: Caller, action: Action): boolean => isAtLeast(caller.role, WEAKEST[action]);

/** Answers the caller as a member of the active organisation, or refuses: 400 without one, 403 when the role is too low. */
export function allow(caller: Caller, action: Action): Member {
  if (caller.org_id === null) throw rejected('No active organisation in token');
  if (!may(caller, action)) throw forbidden(`This needs the role ${WEAKEST[action]}`);
  return { ...caller, org_id: caller.org_id };
}
