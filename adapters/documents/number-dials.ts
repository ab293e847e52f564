import type { NumberDialRepository, NumberDials, NumberDialsChange } from '../../application/ports/number-dials.ts';
import type { DocumentStore } from './collection.ts';
import { anyOf, between } from './match.ts';

/** Counted dials as documents, one per organisation and number. Compare-and-set counts each dial once. */
export async function documentNumberDials(store: DocumentStore): Promise<NumberDialRepository> {
  const numbers = await store.open<NumberDials>({
    name: 'number_dials',
    indexes: [
      { name: 'by_number', fields: ['org_id', 'phone_number'], unique: true },
      { name: 'by_expiry', fields: ['expires_at'] },
    ],
  });
  const added = ({ next }: NumberDialsChange): NumberDials => ({ ...next, revision: 0 });
  return {
    among: async (orgId, phoneNumbers) =>
      phoneNumbers.length === 0 ? [] : numbers.find({ org_id: orgId, phone_number: anyOf(phoneNumbers) }),
    async changeAll(changes) {
      // In one order, so that concurrent changes cannot deadlock.
      const all = changes.toSorted((a, b) => (a.next.phone_number < b.next.phone_number ? -1 : 1));
      const fresh = all.filter(({ seen }) => seen === null).map(added);
      const changed = all.flatMap(({ seen, next }) =>
        seen === null
          ? []
          : [
              {
                match: { org_id: seen.org_id, phone_number: seen.phone_number, revision: seen.revision },
                changes: { ...next, revision: seen.revision + 1 },
              },
            ],
      );
      return (
        (fresh.length === 0 ? 0 : await numbers.insertAll(fresh)) +
        (changed.length === 0 ? 0 : await numbers.changeAll(changed))
      );
    },
    remove: async (orgId, phoneNumber) => (await numbers.remove({ org_id: orgId, phone_number: phoneNumber })) > 0,
    async removeExpired(now, limit) {
      const expired = await numbers.find(
        { expires_at: between({ below: now }) },
        { sort: { expires_at: 'asc' }, limit },
      );
      let removed = 0;
      for (const { org_id, phone_number, revision } of expired)
        removed += await numbers.remove({ org_id, phone_number, revision });
      return removed;
    },
  };
}
