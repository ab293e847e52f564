import type { SsoChecks, SsoConnection, SsoIdentity } from '../../domain/accounts/single-sign-on.ts';

/** For authenticating users at the OpenID provider of their organisation. */
export interface IdentityProviders {
  /**
   * Starts a sign-on: the address that the browser opens, and the values its response is checked against, which differ
   * each time. Throws `unavailable` when the provider cannot be reached.
   */
  begin(
    connection: SsoConnection,
    request: { readonly redirectUri: string; readonly email: string },
  ): Promise<{ readonly url: string; readonly checks: SsoChecks }>;
  /**
   * The user that the provider has authenticated, by the query with which it sent the browser back. Throws
   * `unauthenticated` unless the response and the token in exchange for it are the provider's, are for this client, and
   * match the checks; and `unavailable` when the provider cannot be reached.
   */
  finish(
    connection: SsoConnection,
    response: { readonly redirectUri: string; readonly query: string; readonly checks: SsoChecks },
  ): Promise<SsoIdentity>;
}
