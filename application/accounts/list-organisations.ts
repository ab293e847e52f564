import { permit, type Caller } from '../../domain/accounts/caller.ts';
import { requireCurrentSession, type OrganisationOfUser } from '../../domain/accounts/user.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { UserRepository } from '../ports/users.ts';
import { organisationsOf } from './organisations-of.ts';

/** Where the caller belongs, oldest membership first. Needs no active organisation: it is how one finds another. */
export const listOrganisations =
  (ports: { users: UserRepository; memberships: MembershipRepository; organisations: OrganisationRepository }) =>
  async (caller: Caller): Promise<OrganisationOfUser[]> => {
    permit(caller, 'account.read');
    const { email } = requireCurrentSession(caller, await ports.users.find(caller.email));
    return organisationsOf(ports)(email);
  };
