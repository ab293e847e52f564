import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { userView, type UserView } from '../../domain/accounts/user.ts';
import { missing, unauthenticated } from '../../domain/errors.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { UserRepository } from '../ports/users.ts';
import { organisationsOf } from './organisations-of.ts';

/** The caller's own account as seen from the active organisation. */
export const readAccount =
  (ports: { users: UserRepository; organisations: OrganisationRepository; memberships: MembershipRepository }) =>
  async (caller: Caller): Promise<UserView> => {
    const { email, org_id } = allow(caller, 'account.read');
    const user = await ports.users.find(email);
    if (!user) throw missing('User');
    const organisations = await organisationsOf(ports)(email);
    const active = organisations.find((each) => each.org_id === org_id);
    if (!active) throw unauthenticated('Membership no longer exists');
    return userView(user, active, organisations);
  };
