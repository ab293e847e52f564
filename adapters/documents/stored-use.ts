import type { StoredUseRepository } from '../../application/ports/stored-use.ts';
import type { StoredUse } from '../../domain/accounts/stored-use.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

/** Storage use as documents, one per organisation. */
export async function documentStoredUse(store: DocumentStore): Promise<StoredUseRepository> {
  const uses = await store.open<StoredUse>({
    name: 'stored_use',
    indexes: [{ name: 'by_organisation', fields: ['org_id'], unique: true }],
  });
  return {
    find: (orgId) => uses.findOne({ org_id: orgId }),
    add: (use) => falseOnUniqueViolation(uses.insert(use), 'by_organisation'),
    change: async ({ org_id, revision }, changes) => (await uses.change({ org_id, revision }, changes)) !== null,
  };
}
