import type { OrganisationOfUser } from '../../domain/accounts/user.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';

/** Where a user belongs, oldest membership first. A membership whose organisation is gone does not count. */
export const organisationsOf =
  ({ memberships, organisations }: { memberships: MembershipRepository; organisations: OrganisationRepository }) =>
  async (email: string): Promise<OrganisationOfUser[]> => {
    const places = await memberships.ofUser(email);
    const found = await organisations.findMany(places.map(({ org_id }) => org_id));
    const names = new Map(found.map(({ org_id, name }) => [org_id, name]));
    return places.flatMap(({ org_id, role }) => {
      const name = names.get(org_id);
      return name === undefined ? [] : [{ org_id, name, role }];
    });
  };
