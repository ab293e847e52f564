import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { noneStored } from '../../domain/credentials/provider-auth.ts';
import type { ProviderAuthRepository } from '../ports/provider-auths.ts';

/** Forgets the credentials stored for a provider, readable or not. */
export const deleteAuth =
  ({ providerAuths }: { providerAuths: ProviderAuthRepository }) =>
  async (caller: Caller, provider: string): Promise<void> => {
    const { org_id } = allow(caller, 'credentials.write');
    if (!(await providerAuths.remove(org_id, provider))) throw noneStored(provider);
  };
