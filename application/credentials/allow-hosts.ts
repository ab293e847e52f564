import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { parseAllowedHosts } from '../../domain/credentials/allowed-hosts.ts';
import { noneStored, type ProviderAuthView } from '../../domain/credentials/provider-auth.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { ProviderAuthRepository } from '../ports/provider-auths.ts';
import { openedAuth } from './opened-auth.ts';
import { visibleAuth } from './visible-auth.ts';

interface Ports {
  readonly providerAuths: ProviderAuthRepository;
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly log: Log;
}

/** Changes to which hosts besides the vendor's own a provider's stored credentials may be sent. */
export const allowHosts =
  ({ providerAuths, cipher, clock, log }: Ports) =>
  async (
    caller: Caller,
    provider: string,
    change: { readonly allowed_hosts: readonly string[] },
  ): Promise<ProviderAuthView> => {
    const { org_id } = allow(caller, 'credentials.write');
    const stored = await providerAuths.allowHosts(org_id, provider, {
      allowed_hosts: parseAllowedHosts(change.allowed_hosts),
      updated_at: clock.now().toISOString(),
    });
    if (!stored) throw noneStored(provider);
    return visibleAuth(caller, stored, openedAuth({ cipher, log }, stored));
  };
