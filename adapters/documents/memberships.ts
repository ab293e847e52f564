import type { MembershipRepository } from '../../application/ports/memberships.ts';
import type { Membership } from '../../domain/accounts/membership.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { anyOf } from './match.ts';

/** A super_admin about to be removed is marked, so that of several concurrent removals one always stays unmarked. */
interface StoredMembership extends Membership {
  readonly leaving?: true | null;
}

/** Memberships as documents, one per user and organisation. */
export async function documentMemberships(store: DocumentStore): Promise<MembershipRepository> {
  const memberships = await store.open<StoredMembership>({
    name: 'memberships',
    indexes: [
      { name: 'by_user', fields: ['email', 'org_id'], unique: true },
      { name: 'by_organisation', fields: ['org_id', 'created_at'] },
    ],
  });

  /**
   * Only the removal that set the mark continues. It counts the others after setting it, so the last one to count
   * fails.
   */
  const removeSuperAdmin = async (orgId: string, email: string): Promise<'removed' | 'absent' | 'last'> => {
    const staying = { org_id: orgId, role: 'super_admin', leaving: null } as const;
    const marked = await memberships.change({ ...staying, email }, { leaving: true });
    if (!marked) return (await memberships.findOne({ org_id: orgId, email })) ? 'last' : 'absent';
    if ((await memberships.count(staying)) > 0)
      return (await memberships.remove({ org_id: orgId, email })) > 0 ? 'removed' : 'absent';
    await memberships.change({ org_id: orgId, email }, { leaving: null });
    return 'last';
  };

  return {
    add: (membership) => falseOnUniqueViolation(memberships.insert(membership), 'by_user'),
    find: async (orgId, email) => shown(await memberships.findOne({ email, org_id: orgId })),
    ofUser: async (email) => (await memberships.find({ email }, { sort: { created_at: 'asc' } })).map(whole),
    ofOrganisation: async (orgId) =>
      (await memberships.find({ org_id: orgId }, { sort: { created_at: 'desc' } })).map(whole),
    changeRole: async (orgId, email, among, role) =>
      shown(await memberships.change({ org_id: orgId, email, role: anyOf(among) }, { role })),
    async remove(orgId, email) {
      const others = await memberships.remove({ org_id: orgId, email, role: anyOf(['member', 'admin']) });
      return others > 0 ? 'removed' : removeSuperAdmin(orgId, email);
    },
    async removeAll(orgId) {
      await memberships.remove({ org_id: orgId });
    },
  };
}

const whole = ({ email, org_id, role, created_at }: StoredMembership): Membership => ({
  email,
  org_id,
  role,
  created_at,
});

const shown = (stored: StoredMembership | null): Membership | null => stored && whole(stored);
