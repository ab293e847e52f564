import type { ToolSecretRepository } from '../../application/ports/tool-secrets.ts';
import type { ToolSecret } from '../../domain/credentials/tool-secret.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

/** Tool secrets as documents, one per organisation and name. */
export async function documentToolSecrets(store: DocumentStore): Promise<ToolSecretRepository> {
  const secrets = await store.open<ToolSecret>({
    name: 'tool_secrets',
    indexes: [{ name: 'by_name', fields: ['org_id', 'name'], unique: true }],
  });
  return {
    async put(secret) {
      const { org_id, name, value, hosts, updated_at } = secret;
      // A concurrent first write may win: the next round then finds its document.
      for (;;) {
        const changed = await secrets.change({ org_id, name }, { value, hosts, updated_at });
        if (changed) return changed;
        if (await falseOnUniqueViolation(secrets.insert(secret), 'by_name')) return secret;
      }
    },
    find: (orgId, name) => secrets.findOne({ org_id: orgId, name }),
    list: (orgId) => secrets.find({ org_id: orgId }, { sort: { name: 'asc' } }),
    remove: async (orgId, name) => (await secrets.remove({ org_id: orgId, name })) > 0,
    removeAll: async (orgId) => void (await secrets.remove({ org_id: orgId })),
  };
}
