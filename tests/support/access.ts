import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { documentDailyCounts } from '../../adapters/documents/daily-counts.ts';
import { documentMemberships } from '../../adapters/documents/memberships.ts';
import type { ConfirmationPolicy } from '../../domain/accounts/user.ts';

/** Access settings: the defaults, with more invitations per day than tests send. */
export const usualAccess = async (engine: DocumentStore) => ({
  memberships: await documentMemberships(engine),
  dailyCounts: await documentDailyCounts(engine),
  confirmationPolicy: { requireConfirmedEmail: 'invited' } as ConfirmationPolicy,
  invitationsPerDay: 500,
  signUpPolicy: 'open' as 'open' | 'closed',
});
