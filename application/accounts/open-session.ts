import type { Role } from '../../domain/accounts/caller.ts';
import {
  activeOrganisation,
  isFirstLogin,
  sessionVersion,
  type ConfirmationPolicy,
  type OrganisationOfUser,
  type User,
} from '../../domain/accounts/user.ts';
import type { Clock } from '../ports/clock.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { Tokens } from '../ports/tokens.ts';
import type { UserRepository } from '../ports/users.ts';
import { organisationsOf } from './organisations-of.ts';

/** Spec: UserLoginResponse. `org_id` is null for a user who belongs nowhere any more. */
export interface Session {
  readonly status: 'success';
  readonly message: string;
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly org_id: string | null;
  readonly role: Role;
  readonly organisations: readonly OrganisationOfUser[];
  readonly is_first_login: boolean;
}

export interface SessionPorts {
  readonly users: UserRepository;
  readonly organisations: OrganisationRepository;
  readonly memberships: MembershipRepository;
  readonly tokens: Tokens;
  readonly clock: Clock;
  readonly confirmationPolicy: ConfirmationPolicy;
}

/** A token for the user's active organisation. The login is on record before the token leaves, the first one once. */
export const openSession =
  (ports: SessionPorts) =>
  async (user: User, message: string): Promise<Session> => {
    const organisations = await organisationsOf(ports)(user);
    const now = ports.clock.now().toISOString();
    const isFirst = isFirstLogin(user) && (await ports.users.recordFirstLogin(user.email, now));
    if (!isFirst) await ports.users.update(user.email, { last_logged_in_at: now });
    return {
      ...sessionIn(ports)(user, activeOrganisation(user, organisations), organisations),
      message,
      is_first_login: isFirst,
    };
  };

/**
 * A session that works in this one of a user's organisations, or in none. The token carries the session version of the
 * user as it was read when the session was permitted: one that was ended since is refused.
 */
export const sessionIn =
  ({ tokens }: Pick<SessionPorts, 'tokens'>) =>
  (user: User, active: OrganisationOfUser | null, organisations: readonly OrganisationOfUser[]) => {
    const { org_id, role } = active ?? { org_id: null, role: 'member' as const };
    return {
      status: 'success',
      access_token: tokens.issue({ email: user.email, org_id, role, session_version: sessionVersion(user) }),
      token_type: 'bearer',
      org_id,
      role,
      organisations,
    } as const satisfies Partial<Session>;
  };
