import type { AccountDials } from '../../application/ports/account-dials.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

/** The next time a carrier account may place a call. */
interface StoredDials {
  readonly account: string;
  readonly next_at: number;
}

/** Account dials as documents, one per account. Compare-and-set gives each time slot to one dial. */
export async function documentAccountDials(store: DocumentStore): Promise<AccountDials> {
  const dials = await store.open<StoredDials>({
    name: 'account_dials',
    indexes: [{ name: 'by_account', fields: ['account'], unique: true }],
  });
  return {
    next: async (account) => (await dials.findOne({ account }))?.next_at ?? null,
    move: async (account, seen, next) =>
      seen === null
        ? falseOnUniqueViolation(dials.insert({ account, next_at: next }), 'by_account')
        : (await dials.change({ account, next_at: seen }, { next_at: next })) !== null,
  };
}
