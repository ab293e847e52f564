import type { Caller } from '../../domain/accounts/caller.ts';
import { belongsTo, memberView, type MemberView } from '../../domain/accounts/membership.ts';
import { forbidden } from '../../domain/errors.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';

/** The members of any organisation the caller belongs to now, whichever is the active one. Newest first. */
export const listMembers =
  ({ memberships, organisations }: { memberships: MembershipRepository; organisations: OrganisationRepository }) =>
  async (caller: Caller, orgId: string): Promise<MemberView[]> => {
    const organisation = await organisations.find(orgId);
    const membership = await memberships.find(orgId, caller.email);
    if (!organisation || !belongsTo(caller, orgId, membership))
      throw forbidden('You are not a member of this organisation');
    return (await memberships.ofOrganisation(orgId)).map(memberView);
  };
