import type { Principal } from '../../domain/accounts/principal.ts';

/** For carrying a caller's claims through a request: signed, expiring. */
export interface Tokens {
  issue(principal: Principal): string;
  /** The claims of a token that is genuine and not expired, else null. */
  verify(token: string): Principal | null;
}
