import { area } from '../area.ts';
import { inviteMember } from './invite-member.ts';
import { listMembers, promoteMember, removeMember } from './manage-members.ts';

/** Use cases of the members area. */
export const memberUseCases = area({
  invite: inviteMember,
  list: listMembers,
  promote: promoteMember,
  remove: removeMember,
});
export type MemberUseCases = ReturnType<typeof memberUseCases>;
