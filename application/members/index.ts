import { area } from '../area.ts';
import { inviteMember } from './invite-member.ts';
import { listMembers, promoteMember, removeMember } from './manage-members.ts';

/** Everything the outside may ask about the members of an organisation. */
export const memberUseCases = area({
  invite: inviteMember,
  list: listMembers,
  promote: promoteMember,
  remove: removeMember,
});
export type MemberUseCases = ReturnType<typeof memberUseCases>;
