import type { Caller } from '../../domain/accounts/caller.ts';
import type { OrganisationOfUser } from '../../domain/accounts/user.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import { organisationsOf } from './organisations-of.ts';

/** Where the caller belongs, oldest membership first. Needs no active organisation: it is how one finds another. */
export const listOrganisations =
  (ports: { memberships: MembershipRepository; organisations: OrganisationRepository }) =>
  ({ email }: Caller): Promise<OrganisationOfUser[]> =>
    organisationsOf(ports)(email);
