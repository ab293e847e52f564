import type { ApiKeyRepository } from '../../application/ports/api-keys.ts';
import type { ApiKey } from '../../domain/accounts/api-key.ts';
import type { DocumentStore } from './collection.ts';

/** API keys as documents. */
export async function documentApiKeys(store: DocumentStore): Promise<ApiKeyRepository> {
  const keys = await store.open<ApiKey>({
    name: 'api_keys',
    indexes: [
      { name: 'by_digest', fields: ['digest'], unique: true },
      { name: 'by_organisation', fields: ['org_id', 'key_id'], unique: true },
    ],
  });
  return {
    add: (key) => keys.insert(key),
    findByDigest: (digest) => keys.findOne({ digest }),
    list: (orgId) => keys.find({ org_id: orgId }, { sort: { created_at: 'desc' } }),
    markUsed: async (orgId, keyId, at) =>
      void (await keys.change({ org_id: orgId, key_id: keyId }, { last_used_at: at })),
    remove: async (orgId, keyId) => (await keys.remove({ org_id: orgId, key_id: keyId })) > 0,
    removeAll: async (orgId) => void (await keys.remove({ org_id: orgId })),
  };
}
