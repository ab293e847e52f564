import type { SsoConnection } from '../../domain/accounts/single-sign-on.ts';

export const CLIENT_ID = 'voice';
export const CLIENT_SECRET = 'the secret of the client';

/** A connection of the domain acme.example. */
export const ssoConnection = (changes: Partial<SsoConnection> = {}): SsoConnection => ({
  ...{ org_id: 'acme', issuer: 'https://login.acme.example' },
  ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
  ...{ domains: ['acme.example'], require_sso: false },
  ...changes,
});
