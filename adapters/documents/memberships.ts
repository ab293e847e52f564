import type { MembershipRepository } from '../../application/ports/memberships.ts';
import type { Membership } from '../../domain/accounts/membership.ts';
import { unlessTaken, type Engine } from './collection.ts';

/** Memberships as documents, one per user and organisation. */
export async function documentMemberships(engine: Engine): Promise<MembershipRepository> {
  const memberships = await engine.open<Membership>({
    name: 'memberships',
    indexes: [{ name: 'by_user', fields: ['email', 'org_id'], unique: true }],
  });

  return {
    add: (membership) => unlessTaken(memberships.insert(membership), 'by_user'),
    find: (orgId, email) => memberships.findOne({ email, org_id: orgId }),
    ofUser: (email) => memberships.find({ email }, { sort: { created_at: 'asc' } }),
  };
}
