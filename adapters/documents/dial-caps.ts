import type { DialCapRepository } from '../../application/ports/dial-caps.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import type { DialCaps } from '../../domain/campaigns/dial-caps.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

interface StoredCaps extends DialCaps {
  readonly org_id: string;
}

/** Dial caps as documents, one per organisation that has set some. */
export async function documentDialCaps(store: DocumentStore): Promise<DialCapRepository> {
  const stored = await store.open<StoredCaps>({
    name: 'dial_caps',
    indexes: [{ name: 'by_organisation', fields: ['org_id'], unique: true }],
  });
  return {
    async find(orgId) {
      const found = await stored.findOne({ org_id: orgId });
      return found && { max_dials_per_day: found.max_dials_per_day, max_dials_per_week: found.max_dials_per_week };
    },
    put: (orgId, caps) =>
      retryOnConflict('The dial caps kept changing. Try again.', async () => {
        const next = { ...caps, org_id: orgId };
        if (await stored.change({ org_id: orgId }, next)) return;
        return (await falseOnUniqueViolation(stored.insert(next), 'by_organisation')) ? undefined : 'again';
      }),
  };
}
