import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { forbidden, missing } from '../../domain/errors.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';

/**
 * Deletes the active organisation and its memberships for good; its agents, calls and users stay. The organisation goes
 * first, since without it nobody is let in any more: cut short, what is left behind opens nothing.
 */
export const deleteOrganisation =
  ({ organisations, memberships }: { organisations: OrganisationRepository; memberships: MembershipRepository }) =>
  async (caller: Caller, orgId: string): Promise<void> => {
    const { org_id } = allow(caller, 'organisation.delete');
    if (orgId !== org_id) throw forbidden('Only the active organisation can be deleted');
    if (!(await organisations.remove(org_id))) throw missing('Organisation');
    await memberships.removeAll(org_id);
  };
