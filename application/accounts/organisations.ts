import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { UserRepository } from '../ports/users.ts';
import { permit, type Principal } from '../../domain/accounts/principal.ts';
import {
  mayWorkIn,
  requireCurrentSession,
  type ConfirmationPolicy,
  type OrganisationOfUser,
  type User,
} from '../../domain/accounts/user.ts';

/** Lists the principal's organisations, oldest membership first. Needs no active organisation. */
export const listOrganisations =
  (ports: OrganisationsOfPorts & { users: UserRepository }) =>
  async (principal: Principal): Promise<OrganisationOfUser[]> => {
    permit(principal, 'account.read');
    return organisationsOf(ports)(requireCurrentSession(principal, await ports.users.find(principal.email)));
  };

export interface OrganisationsOfPorts {
  readonly memberships: MembershipRepository;
  readonly organisations: OrganisationRepository;
  readonly confirmationPolicy: ConfirmationPolicy;
}

/**
 * Lists the organisations a user may work in, oldest membership first. Skips deleted organisations and memberships that
 * await confirmation of the address. Uses the user as read, so that a session never mixes two states of its account.
 */
export const organisationsOf =
  ({ memberships, organisations, confirmationPolicy }: OrganisationsOfPorts) =>
  async (user: User): Promise<OrganisationOfUser[]> => {
    const all = await memberships.ofUser(user.email);
    const places = all.filter(({ org_id }) => mayWorkIn(user, org_id, confirmationPolicy));
    const found = await organisations.findMany(places.map(({ org_id }) => org_id));
    const names = new Map(found.map(({ org_id, name }) => [org_id, name]));
    return places.flatMap(({ org_id, role }) => {
      const name = names.get(org_id);
      return name === undefined ? [] : [{ org_id, name, role }];
    });
  };
