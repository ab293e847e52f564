import { openSession, type Session, type SessionPorts } from './open-session.ts';
import { requireOpenSignUp, type SignUpPorts } from './sign-up-policy.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { Passwords } from '../ports/passwords.ts';
import { organisationName } from '../../domain/accounts/organisation.ts';
import { emailAddress, hashedPart, maySignUpBeUnfinished, newPassword, type User } from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';

export interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly organisation_name: string;
}

/**
 * Creates a user with an organisation of its own. Nothing is to be seen of it before its last write, the membership;
 * cut short before that, the same sign-up can be sent again. Of several for one address, one succeeds. Where sign-up is
 * closed, `forbidden`.
 */
export const signUp =
  (ports: SessionPorts & SignUpPorts & { passwords: Passwords; ids: Ids }) =>
  async (request: SignUp): Promise<Session> => {
    const { users, organisations, passwords, ids, clock } = ports;
    const email = emailAddress(request.email);
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
 * Writes the membership a sign-up ends with, and answers whether it was still owed. Of all who try, also at once, one
 * is told so; a sign-up that was cut short is finished by whoever comes back with its password.
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
