import type { Principal } from '../../domain/accounts/principal.ts';

/** For issuing and verifying signed, expiring access tokens. */
export interface Tokens {
  issue(principal: Principal): string;
  /** The principal of a valid token, otherwise null. */
  verify(token: string): Principal | null;
}
