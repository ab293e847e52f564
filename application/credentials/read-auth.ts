import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { noneStored, type ProviderAuthView } from '../../domain/credentials/provider-auth.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Log } from '../ports/log.ts';
import type { ProviderAuthRepository } from '../ports/provider-auths.ts';
import { openedAuth } from './opened-auth.ts';
import { visibleAuth } from './visible-auth.ts';

/** The credentials stored for a provider, as the caller may see them. */
export const readAuth =
  ({ providerAuths, cipher, log }: { providerAuths: ProviderAuthRepository; cipher: Cipher; log: Log }) =>
  async (caller: Caller, provider: string): Promise<ProviderAuthView> => {
    const { org_id } = allow(caller, 'credentials.read');
    const stored = await providerAuths.find(org_id, provider);
    if (!stored) throw noneStored(provider);
    return visibleAuth(caller, stored, openedAuth({ cipher, log }, stored));
  };
