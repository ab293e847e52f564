import type { Caller } from '../../domain/accounts/caller.ts';

/** For carrying a caller's claims through a request: signed, expiring. */
export interface Tokens {
  issue(caller: Caller): string;
  /** The claims of a token that is genuine and not expired, else null. */
  verify(token: string): Caller | null;
}
