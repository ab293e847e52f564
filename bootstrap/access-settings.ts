import { CONFIRMATIONS } from '../domain/accounts/user.ts';
import { oneOf, wholeNumber, type Read } from './env-readers.ts';

/** Who may get into an organisation, and how. */
export const accessSettings = (read: Read) => ({
  signUp: read('SIGN_UP', oneOf(['open', 'closed']), 'open'),
  /** Which accounts need a confirmed address before the invitations of further organisations let them in. */
  requireConfirmedEmail: read('REQUIRE_CONFIRMED_EMAIL', oneOf(CONFIRMATIONS), 'invited'),
  invitationsPerDay: read('INVITATIONS_PER_DAY', wholeNumber(0), 50),
});
