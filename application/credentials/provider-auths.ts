import { requireAuthFields } from './auth-catalogue.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { OperatorServers } from '../ports/operator-servers.ts';
import type { ProviderAuthRepository } from '../ports/provider-auths.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { allow, may, type Principal } from '../../domain/accounts/principal.ts';
import { parseAllowedHosts } from '../../domain/credentials/allowed-hosts.ts';
import { invalid } from '../../domain/errors.ts';
import { masked } from '../../domain/credentials/masking.ts';
import {
  isOpenText,
  noneStored,
  parseCredentials,
  sealed,
  serversIn,
  unsealed,
  type Credentials,
  type ProviderAuth,
  type ProviderAuthView,
} from '../../domain/credentials/provider-auth.ts';

export interface NewAuth {
  readonly provider: string;
  readonly auth: Readonly<Record<string, unknown>>;
}

/** Stores a provider's credentials, encrypted, and replaces existing ones. */
export const storeAuth =
  ({
    providerAuths,
    providers,
    operatorServers,
    cipher,
    clock,
  }: {
    providerAuths: ProviderAuthRepository;
    providers: ProviderRegistry;
    operatorServers: OperatorServers;
    cipher: Cipher;
    clock: Clock;
  }) =>
  async (principal: Principal, { provider, auth }: NewAuth): Promise<ProviderAuthView> => {
    const { org_id } = allow(principal, 'credentials.write');
    const fields = requireAuthFields(providers, provider);
    const credentials = parseCredentials(auth, fields);
    const hidden = serversIn(credentials, fields).find(({ server }) => !operatorServers.permits(server));
    if (hidden)
      throw invalid(
        `auth.${hidden.name} must not lead to a private server: use a public one, or ask the operator to add it to LOCAL_UPSTREAMS`,
      );
    const now = clock.now().toISOString();
    const stored = await providerAuths.put({
      org_id,
      provider,
      auth: sealed(credentials, cipher.encrypt),
      created_at: now,
      updated_at: now,
    });
    return visibleAuth(principal, stored, credentials);
  };

/** Reads a provider's stored credentials as the principal may see them. */
export const readAuth =
  ({ providerAuths, cipher, log }: { providerAuths: ProviderAuthRepository; cipher: Cipher; log: Log }) =>
  async (principal: Principal, provider: string): Promise<ProviderAuthView> => {
    const { org_id } = allow(principal, 'credentials.read');
    const stored = await providerAuths.find(org_id, provider);
    if (!stored) throw noneStored(provider);
    return visibleAuth(principal, stored, decryptAuth({ cipher, log }, stored));
  };

interface Ports {
  readonly providerAuths: ProviderAuthRepository;
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sets the hosts, besides the vendor's own, to which a provider's stored credentials may be sent. */
export const allowHosts =
  ({ providerAuths, cipher, clock, log }: Ports) =>
  async (
    principal: Principal,
    provider: string,
    change: { readonly allowed_hosts: readonly string[] },
  ): Promise<ProviderAuthView> => {
    const { org_id } = allow(principal, 'credentials.write');
    const stored = await providerAuths.allowHosts(org_id, provider, {
      allowed_hosts: parseAllowedHosts(change.allowed_hosts),
      updated_at: clock.now().toISOString(),
    });
    if (!stored) throw noneStored(provider);
    return visibleAuth(principal, stored, decryptAuth({ cipher, log }, stored));
  };

/** Deletes a provider's stored credentials, even unreadable ones. */
export const deleteAuth =
  ({ providerAuths }: { providerAuths: ProviderAuthRepository }) =>
  async (principal: Principal, provider: string): Promise<void> => {
    const { org_id } = allow(principal, 'credentials.write');
    if (!(await providerAuths.remove(org_id, provider))) throw noneStored(provider);
  };

/** Decrypts stored credentials. Without a key nothing is read, not even unencrypted values, which are logged. */
export function decryptAuth({ cipher, log }: { cipher: Cipher; log: Log }, stored: ProviderAuth): Credentials {
  const { org_id, provider, auth } = stored;
  // spec: ProviderAuth rule 7
  cipher.requireKey();
  if (isOpenText(auth)) log.warn('credentials.not_encrypted', { org_id, provider });
  return unsealed(auth, cipher.decrypt);
}

/** Stored credentials as a principal may see them: plain if it may replace them, otherwise masked. */
const visibleAuth = (principal: Principal, stored: ProviderAuth, credentials: Credentials): ProviderAuthView => ({
  ...stored,
  allowed_hosts: stored.allowed_hosts ?? [],
  auth: may(principal, 'credentials.reveal') ? credentials : masked(credentials),
});
