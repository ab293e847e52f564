import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { forbidden, missing } from '../../domain/errors.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationKnowledge } from '../ports/organisation-knowledge.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';

interface Ports {
  readonly organisations: OrganisationRepository;
  readonly memberships: MembershipRepository;
  readonly organisationKnowledge: OrganisationKnowledge;
}

/**
 * Deletes the active organisation with its documents and its memberships for good; its agents, calls and users stay, and
 * so does its audit trail, or whoever deletes it could remove the traces of anything.
 * What it knows goes first, so that a failure can be made up for by asking again. Then goes the organisation, since
 * without it nobody is let in any more: cut short, what is left behind opens nothing. What was uploaded meanwhile goes
 * last; what is uploaded later still, by who was let in before, goes when it is to be made searchable.
 */
export const deleteOrganisation =
  ({ organisations, memberships, organisationKnowledge }: Ports) =>
  async (caller: Caller, orgId: string): Promise<void> => {
    const { org_id } = allow(caller, 'organisation.delete');
    if (orgId !== org_id) throw forbidden('Only the active organisation can be deleted');
    await organisationKnowledge.removeAll(org_id);
    if (!(await organisations.remove(org_id))) throw missing('Organisation');
    await memberships.removeAll(org_id);
    await organisationKnowledge.removeAll(org_id);
  };
