import type { OrganisationRepository } from '../../application/ports/organisations.ts';
import type { Organisation } from '../../domain/accounts/organisation.ts';
import type { DocumentStore } from './collection.ts';
import { anyOf } from './match.ts';

/** Organisations as documents, one per id. */
export async function documentOrganisations(store: DocumentStore): Promise<OrganisationRepository> {
  const organisations = await store.open<Organisation>({
    name: 'organisations',
    indexes: [{ name: 'by_id', fields: ['org_id'], unique: true }],
  });

  return {
    add: (organisation) => organisations.insert(organisation),
    find: (orgId) => organisations.findOne({ org_id: orgId }),
    findMany: (orgIds) => organisations.find({ org_id: anyOf(orgIds) }),
    remove: async (orgId) => (await organisations.remove({ org_id: orgId })) > 0,
  };
}
