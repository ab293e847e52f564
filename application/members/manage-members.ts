import type { MembershipRepository } from '../ports/memberships.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { memberView, PROMOTABLE, refuseSelfRemoval, type MemberView } from '../../domain/accounts/membership.ts';
import { normaliseEmail } from '../../domain/accounts/user.ts';
import { missing, rejected } from '../../domain/errors.ts';

/** Lists the members of any organisation the principal belongs to, newest first. */
export const listMembers =
  (ports: MemberPorts) =>
  async (principal: Principal, orgId: string): Promise<MemberView[]> => {
    await requireMember(ports, principal, 'members.read', orgId);
    const memberships = await ports.memberships.ofOrganisation(orgId);
    const users = await ports.users.findMany(memberships.map(({ email }) => email));
    const byEmail = new Map(users.map((user) => [user.email, user]));
    return memberships.map((each) => memberView(each, byEmail.get(each.email) ?? null, ports.confirmationPolicy));
  };

/** Promotes a member of the active organisation to admin. An admin stays admin. A super_admin cannot be demoted. */
export const promoteMember =
  ({ memberships }: { memberships: MembershipRepository }) =>
  async (principal: Principal, request: { email: string }): Promise<void> => {
    const { org_id } = allow(principal, 'members.promote');
    const email = normaliseEmail(request.email);
    if (await memberships.changeRole(org_id, email, PROMOTABLE, 'admin')) return;
    if (!(await memberships.find(org_id, email))) throw missing('Member');
    throw rejected('A super_admin cannot be made an admin');
  };

/** Removes a member from the active organisation. The account stays, and so does the last super_admin. */
export const removeMember =
  ({ memberships }: { memberships: MembershipRepository }) =>
  async (principal: Principal, request: { email: string }): Promise<void> => {
    const { org_id } = allow(principal, 'members.remove');
    const email = normaliseEmail(request.email);
    refuseSelfRemoval(principal, email);
    const outcome = await memberships.remove(org_id, email);
    if (outcome === 'absent') throw missing('Member');
    if (outcome === 'last') throw rejected('The last super_admin cannot be removed');
  };
