import type { SuppressionRepository } from '../../application/ports/suppressions.ts';
import type { Suppression } from '../../domain/campaigns/suppression.ts';
import type { DocumentStore } from './collection.ts';
import { anyOf } from './match.ts';

/** Suppression lists as documents, one per organisation and number. */
export async function documentSuppressions(store: DocumentStore): Promise<SuppressionRepository> {
  const suppressions = await store.open<Suppression>({
    name: 'suppressions',
    indexes: [
      { name: 'by_number', fields: ['org_id', 'phone_number'], unique: true },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
    ],
    isLasting: true,
  });
  return {
    addAll: (added) => suppressions.insertAll(added),
    find: (orgId, phoneNumber) => suppressions.findOne({ org_id: orgId, phone_number: phoneNumber }),
    among: async (orgId, phoneNumbers) =>
      phoneNumbers.length === 0 ? [] : suppressions.find({ org_id: orgId, phone_number: anyOf(phoneNumbers) }),
    list: (orgId, page) => suppressions.find({ org_id: orgId }, { sort: { created_at: 'desc' }, ...page }),
    count: (orgId) => suppressions.count({ org_id: orgId }),
    async removeReason(orgId, phoneNumber) {
      await suppressions.change({ org_id: orgId, phone_number: phoneNumber }, { reason: null });
    },
    remove: async (orgId, phoneNumber) => (await suppressions.remove({ org_id: orgId, phone_number: phoneNumber })) > 0,
  };
}
