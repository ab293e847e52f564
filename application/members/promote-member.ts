import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { PROMOTABLE } from '../../domain/accounts/membership.ts';
import { storedAddress } from '../../domain/accounts/user.ts';
import { missing, rejected } from '../../domain/errors.ts';
import type { MembershipRepository } from '../ports/memberships.ts';

/** Makes a member of the active organisation an admin; who is one stays one. A super_admin is not brought down to it. */
export const promoteMember =
  ({ memberships }: { memberships: MembershipRepository }) =>
  async (caller: Caller, request: { email: string }): Promise<void> => {
    const { org_id } = allow(caller, 'members.promote');
    const email = storedAddress(request.email);
    if (await memberships.changeRole(org_id, email, PROMOTABLE, 'admin')) return;
    if (!(await memberships.find(org_id, email))) throw missing('Member');
    throw rejected('A super_admin cannot be made an admin');
  };
