import type { Cipher } from '../../../application/ports/cipher.ts';
import type { Migration } from '../../../application/ports/migrations.ts';
import { isPlain, sealed, unsealed, type ProviderAuth } from '../../../domain/credentials/provider-auth.ts';
import type { Collection, DocumentStore } from '../collection.ts';
import { between } from '../match.ts';

/** More than an organisation has, of which there is one for each provider. */
const BATCH = 500;

/** Encrypts credentials that are stored as plain text or as plain fields. Those that cannot be read stay as they are. */
export async function encryptCredentials(store: DocumentStore, cipher: Cipher): Promise<Migration> {
  const auths = await store.open<ProviderAuth>({ name: 'provider_auths', indexes: [] });
  return {
    name: 'provider_auths.encrypted',
    async batch(cursor) {
      const page = { sort: { org_id: 'asc', provider: 'asc' }, limit: BATCH } as const;
      const found = await auths.find(cursor === null ? {} : { org_id: between({ from: cursor }) }, page);
      let changed = 0;
      for (const stored of found) if (await encrypted(auths, stored, cipher)) changed += 1;
      // The last organisation may have more of them.
      return { read: found.length, changed, next: found.length < BATCH ? null : found.at(-1)!.org_id };
    },
  };
}

/** Whether it was encrypted: not if an admin has stored another one in the meantime. */
async function encrypted(auths: Collection<ProviderAuth>, stored: ProviderAuth, cipher: Cipher): Promise<boolean> {
  const { org_id, provider, updated_at, auth } = stored;
  if (!isPlain(auth)) return false;
  const seen = { org_id, provider, updated_at };
  return (await auths.change(seen, { auth: sealed(unsealed(auth, cipher.decrypt), cipher.encrypt) })) !== null;
}
