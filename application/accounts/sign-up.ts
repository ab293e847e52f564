import { openSession, type Session, type SessionPorts } from './open-session.ts';
import { requireOpenSignUp, type SignUpPorts } from './sign-up-policy.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { Passwords } from '../ports/passwords.ts';
import { organisationName } from '../../domain/accounts/organisation.ts';
import { refusePasswordOf, type SsoConnection } from '../../domain/accounts/single-sign-on.ts';
import { emailAddress, hashedPart, maySignUpBeUnfinished, newPassword, type User } from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';

export interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly organisation_name: string;
}

interface NewAccountPorts {
  readonly passwords: Passwords;
  readonly ids: Ids;
  readonly ssoConnections: readonly SsoConnection[];
}

/**
 * Creates a user and its own organisation. The membership is written last and makes both visible; before that, an
 * interrupted sign-up can be repeated. Of concurrent sign-ups for one address, one succeeds. Answers `forbidden` when
 * sign-up is closed and for an
 * address that has to use single sign-on.
 */
export const signUp =
  (ports: SessionPorts & SignUpPorts & NewAccountPorts) =>
  async (request: SignUp): Promise<Session> => {
    const { users, organisations, passwords, ids, clock } = ports;
    const email = emailAddress(request.email);
    refusePasswordOf(ports.ssoConnections, email);
    const name = organisationName(request.organisation_name);
    const part = hashedPart(newPassword(request.password));
    await requireOpenSignUp(ports)(email);

    const begin = async (): Promise<User | null> => {
      const orgId = ids.next();
      const now = clock.now().toISOString();
      const user = {
        email,
        password: await passwords.hash(part),
        created_at: now,
        default_org_id: orgId,
        last_logged_in_at: null,
        unconfirmed: { by: 'sign_up', org_id: orgId } as const,
      };
      await organisations.add({
        org_id: orgId,
        name,
        created_by_email: email,
        created_at: now,
        concurrent_call_limit: null,
      });
      if (await users.add(user)) return user;
      await organisations.remove(orgId);
      return null;
    };
    const resume = async (): Promise<User | null> => {
      const existing = await users.find(email);
      return existing && (await passwords.matches(part, existing.password)) ? existing : null;
    };

    const known = (await users.find(email)) !== null;
    const user = known ? await resume() : ((await begin()) ?? (await resume()));
    if (!user || !(await finishSignUp(ports)(user))) throw rejected('Email already registered');
    return openSession(ports)(user, 'Sign-up successful');
  };

/**
 * Writes the membership that completes a sign-up and returns whether it was missing. Of concurrent calls, one returns
 * true. A log-in with the right password also completes an interrupted sign-up.
 */
export const finishSignUp =
  (ports: { memberships: MembershipRepository; organisations: OrganisationRepository; clock: Clock }) =>
  async (user: User): Promise<boolean> => {
    const organisation = await ports.organisations.find(user.default_org_id);
    if (!maySignUpBeUnfinished(user, organisation)) return false;
    return ports.memberships.add({
      email: user.email,
      org_id: organisation.org_id,
      role: 'super_admin',
      created_at: ports.clock.now().toISOString(),
    });
  };
