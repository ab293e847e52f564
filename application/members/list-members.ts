import type { Caller } from '../../domain/accounts/caller.ts';
import { memberView, type MemberView } from '../../domain/accounts/membership.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';

/** The members of any organisation the caller belongs to now, whichever is the active one. Newest first. */
export const listMembers =
  (ports: MemberPorts) =>
  async (caller: Caller, orgId: string): Promise<MemberView[]> => {
    await requireMember(ports, caller, 'members.read', orgId);
    return (await ports.memberships.ofOrganisation(orgId)).map(memberView);
  };
