import type { ProviderAuthRepository } from '../../application/ports/provider-auths.ts';
import type { ProviderAuth } from '../../domain/credentials/provider-auth.ts';
import { falseOnUniqueViolation, type CollectionDefinition, type DocumentStore } from './collection.ts';

const AUTHS: CollectionDefinition<ProviderAuth> = {
  name: 'provider_auths',
  indexes: [{ name: 'by_provider', fields: ['org_id', 'provider'], unique: true }],
};

/** The stored credentials of every organisation. For the operator's checks. */
export async function* everyProviderAuth(store: DocumentStore): AsyncGenerator<ProviderAuth> {
  yield* (await store.open(AUTHS)).all();
}

/** Stored credentials as documents, one per organisation and provider. */
export async function documentProviderAuths(store: DocumentStore): Promise<ProviderAuthRepository> {
  const auths = await store.open(AUTHS);

  return {
    async put(stored) {
      const { org_id, provider, auth, updated_at } = stored;
      // A concurrent first write may win: the next round then finds its document.
      for (;;) {
        const changed = await auths.change({ org_id, provider }, { auth, updated_at });
        if (changed) return changed;
        if (await falseOnUniqueViolation(auths.insert(stored), 'by_provider')) return stored;
      }
    },
    find: (orgId, provider) => auths.findOne({ org_id: orgId, provider }),
    allowHosts: (orgId, provider, change) => auths.change({ org_id: orgId, provider }, change),
    remove: async (orgId, provider) => (await auths.remove({ org_id: orgId, provider })) > 0,
    async allowedHosts(orgId, provider) {
      const stored = await auths.findOne({ org_id: orgId, provider });
      return stored && (stored.allowed_hosts ?? []);
    },
    async configured(orgId) {
      const stored = await auths.find({ org_id: orgId });
      return new Set(stored.map(({ provider }) => provider));
    },
  };
}
