import type { OrganisationRepository } from '../../application/ports/organisations.ts';
import type { Organisation } from '../../domain/accounts/organisation.ts';
import type { Engine } from './collection.ts';
import { oneOf } from './match.ts';

/** Organisations as documents, one per id. */
export async function documentOrganisations(engine: Engine): Promise<OrganisationRepository> {
  const organisations = await engine.open<Organisation>({
    name: 'organisations',
    indexes: [{ name: 'by_id', fields: ['org_id'], unique: true }],
  });

  return {
    add: (organisation) => organisations.insert(organisation),
    find: (orgId) => organisations.findOne({ org_id: orgId }),
    findMany: (orgIds) => organisations.find({ org_id: oneOf(orgIds) }),
    remove: async (orgId) => (await organisations.remove({ org_id: orgId })) > 0,
  };
}
