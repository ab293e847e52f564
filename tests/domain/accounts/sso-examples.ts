import type { SsoConnection } from '../../../domain/accounts/single-sign-on.ts';
import type { StoredSsoConnection } from '../../../domain/accounts/stored-sso-connection.ts';

export const CLIENT_ID = 'voice';
export const CLIENT_SECRET = 'the secret of the client';

/** A connection of the domain acme.example. */
export const ssoConnection = (changes: Partial<SsoConnection> = {}): SsoConnection => ({
  ...{ org_id: 'acme', issuer: 'https://login.acme.example' },
  ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
  ...{ domains: ['acme.example'], require_sso: false },
  ...changes,
});

/** A connection that admins have created, of the same domain and not verified. */
export const storedConnection = (changes: Partial<StoredSsoConnection> = {}): StoredSsoConnection => ({
  ...{ connection_id: 'c1', org_id: 'acme', issuer: 'https://login.acme.example', client_id: CLIENT_ID },
  ...{ client_secret: 'enc:v1:secret', domain: 'acme.example', challenge: 'challenge of c1' },
  ...{ verified_domain: null, verified_at: null },
  ...{ created_by: 'ada@example.com', created_at: '2026-01-01T00:00:00.000Z' },
  ...changes,
});
