import { permit, type Caller } from '../../domain/accounts/caller.ts';
import { requireCurrentSession, type OrganisationOfUser } from '../../domain/accounts/user.ts';
import type { UserRepository } from '../ports/users.ts';
import { organisationsOf, type OrganisationsOfPorts } from './organisations-of.ts';

/** Where the caller belongs, oldest membership first. Needs no active organisation: it is how one finds another. */
export const listOrganisations =
  (ports: OrganisationsOfPorts & { users: UserRepository }) =>
  async (caller: Caller): Promise<OrganisationOfUser[]> => {
    permit(caller, 'account.read');
    return organisationsOf(ports)(requireCurrentSession(caller, await ports.users.find(caller.email)));
  };
