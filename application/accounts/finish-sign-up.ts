import { maySignUpBeUnfinished, type User } from '../../domain/accounts/user.ts';
import type { Clock } from '../ports/clock.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';

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
