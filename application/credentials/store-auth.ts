import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { parseCredentials, sealed, type ProviderAuthView } from '../../domain/credentials/provider-auth.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProviderAuthRepository } from '../ports/provider-auths.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { requireAuthFields } from './registered-auth-fields.ts';
import { visibleAuth } from './visible-auth.ts';

export interface NewAuth {
  readonly provider: string;
  readonly auth: unknown;
}

/** Stores a provider's credentials, encrypted, in the place of those that were there. */
export const storeAuth =
  ({
    providerAuths,
    providers,
    cipher,
    clock,
  }: {
    providerAuths: ProviderAuthRepository;
    providers: ProviderRegistry;
    cipher: Cipher;
    clock: Clock;
  }) =>
  async (caller: Caller, { provider, auth }: NewAuth): Promise<ProviderAuthView> => {
    const { org_id } = allow(caller, 'credentials.write');
    const credentials = parseCredentials(auth, requireAuthFields(providers, provider));
    const now = clock.now().toISOString();
    const stored = await providerAuths.put({
      org_id,
      provider,
      auth: sealed(credentials, cipher.encrypt),
      created_at: now,
      updated_at: now,
    });
    return visibleAuth(caller, stored, credentials);
  };
