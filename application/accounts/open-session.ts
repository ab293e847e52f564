import { organisationsOf } from './organisations.ts';
import type { Clock } from '../ports/clock.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { Tokens } from '../ports/tokens.ts';
import type { UserRepository } from '../ports/users.ts';
import { permit, type Principal, type Role } from '../../domain/accounts/principal.ts';
import {
  activeOrganisation,
  isFirstLogin,
  requireCurrentSession,
  sessionVersion,
  type ConfirmationPolicy,
  type OrganisationOfUser,
  type User,
} from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';

/** Spec: UserLoginResponse. `org_id` is null for a user without organisations. */
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

/**
 * Opens a session in the user's active organisation. Records the log-in before the token is returned, and the first
 * log-in once.
 */
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
 * Issues a token for one of a user's organisations, or for none. It carries the session version read with the user, so
 * that a session ended since is rejected.
 */
const sessionIn =
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

/**
 * Switches the session to another organisation of the principal and makes that the default. This is not a log-in: the
 * new session ends with the session it continues.
 */
export const switchOrganisation =
  (ports: SessionPorts) =>
  async (principal: Principal, { org_id }: { org_id: string }): Promise<Session> => {
    permit(principal, 'sessions.renew');
    const { email } = principal;
    const user = requireCurrentSession(principal, await ports.users.find(email));
    const organisations = await organisationsOf(ports)(user);
    const wanted = organisations.find((each) => each.org_id === org_id);
    if (!wanted) throw rejected('You are not a member of this organisation');
    await ports.users.update(email, { default_org_id: org_id });
    return {
      ...sessionIn(ports)(user, wanted, organisations),
      message: 'Organisation switched',
      is_first_login: false,
    };
  };
