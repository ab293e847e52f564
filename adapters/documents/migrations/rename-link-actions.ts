import type { Migration } from '../../../application/ports/migrations.ts';
import type { DocumentStore } from '../collection.ts';
import { between } from '../match.ts';
import { LINK_ACTIONS_TODAY, type StoredNumber } from '../phone-numbers.ts';

const BATCH = 500;

/** Renames the actions of phone numbers that earlier releases stored under other names. */
export async function renameLinkActions(store: DocumentStore): Promise<Migration> {
  const numbers = await store.open<StoredNumber>({ name: 'phone_numbers', indexes: [] });
  return {
    name: 'phone_numbers.actions_renamed',
    async batch(cursor) {
      const page = { sort: { phone_number: 'asc' }, limit: BATCH } as const;
      const found = await numbers.find(cursor === null ? {} : { phone_number: between({ from: cursor }) }, page);
      let changed = 0;
      for (const { phone_number, last_link_action } of found) {
        if (last_link_action !== 'attach' && last_link_action !== 'detach') continue;
        const renamed = { last_link_action: LINK_ACTIONS_TODAY[last_link_action] };
        if (await numbers.change({ phone_number, last_link_action }, renamed)) changed += 1;
      }
      return { read: found.length, changed, next: found.length < BATCH ? null : found.at(-1)!.phone_number };
    },
  };
}
