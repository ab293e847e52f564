import { CONFIRMATIONS } from '../domain/accounts/user.ts';
import { oneOf, wholeNumber, type Read } from './env-readers.ts';

/** Settings of sign-up, invitations and email confirmation. */
export const accessSettings = (read: Read) => ({
  signUp: read('SIGN_UP', oneOf(['open', 'closed']), 'open'),
  /** Accounts that must confirm their address before invitations of further organisations grant access. */
  requireConfirmedEmail: read('REQUIRE_CONFIRMED_EMAIL', oneOf(CONFIRMATIONS), 'invited'),
  invitationsPerDay: read('INVITATIONS_PER_DAY', wholeNumber(0), 50),
});
