import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { requireSomebodyElse } from '../../domain/accounts/membership.ts';
import { storedAddress } from '../../domain/accounts/user.ts';
import { missing, rejected } from '../../domain/errors.ts';
import type { MembershipRepository } from '../ports/memberships.ts';

/** Ends somebody's membership of the active organisation. The account stays, and so does the last super_admin. */
export const removeMember =
  ({ memberships }: { memberships: MembershipRepository }) =>
  async (caller: Caller, request: { email: string }): Promise<void> => {
    const { org_id } = allow(caller, 'members.remove');
    const email = storedAddress(request.email);
    requireSomebodyElse(caller, email);
    const outcome = await memberships.remove(org_id, email);
    if (outcome === 'absent') throw missing('Member');
    if (outcome === 'last') throw rejected('The last super_admin cannot be removed');
  };
