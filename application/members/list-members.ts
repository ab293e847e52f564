import type { Caller } from '../../domain/accounts/caller.ts';
import { memberView, type MemberView } from '../../domain/accounts/membership.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';

/** The members of any organisation the caller belongs to now, whichever is the active one. Newest first. */
export const listMembers =
  (ports: MemberPorts) =>
  async (caller: Caller, orgId: string): Promise<MemberView[]> => {
    await requireMember(ports, caller, 'members.read', orgId);
    const memberships = await ports.memberships.ofOrganisation(orgId);
    const users = await ports.users.findMany(memberships.map(({ email }) => email));
    const byEmail = new Map(users.map((user) => [user.email, user]));
    return memberships.map((each) => memberView(each, byEmail.get(each.email) ?? null, ports.confirmationPolicy));
  };
