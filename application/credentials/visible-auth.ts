import { may, type Caller } from '../../domain/accounts/caller.ts';
import { masked } from '../../domain/credentials/masking.ts';
import type { Credentials, ProviderAuth, ProviderAuthView } from '../../domain/credentials/provider-auth.ts';

/** Stored credentials as this caller may see them: in plain for who may also replace them, masked for others. */
export const visibleAuth = (caller: Caller, stored: ProviderAuth, credentials: Credentials): ProviderAuthView => ({
  ...stored,
  allowed_hosts: stored.allowed_hosts ?? [],
  auth: may(caller, 'credentials.reveal') ? credentials : masked(credentials),
});
