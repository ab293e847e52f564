import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { isOpenText, noneStored, unsealed, type ProviderAuthView } from '../../domain/credentials/provider-auth.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Log } from '../ports/log.ts';
import type { ProviderAuthRepository } from '../ports/provider-auths.ts';
import { visibleAuth } from './visible-auth.ts';

/** The credentials stored for a provider, as the caller may see them. */
export const readAuth =
  ({ providerAuths, cipher, log }: { providerAuths: ProviderAuthRepository; cipher: Cipher; log: Log }) =>
  async (caller: Caller, provider: string): Promise<ProviderAuthView> => {
    const { org_id } = allow(caller, 'credentials.read');
    const stored = await providerAuths.find(org_id, provider);
    if (!stored) throw noneStored(provider);
    // spec: ProviderAuth rule 7 - without a key nothing is read, not even what lies open
    cipher.requireKey();
    if (isOpenText(stored.auth)) log.warn('credentials.not_encrypted', { org_id, provider });
    return visibleAuth(caller, stored, unsealed(stored.auth, cipher.decrypt));
  };
