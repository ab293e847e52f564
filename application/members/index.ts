import { area } from '../area.ts';
import { inviteMember } from './invite-member.ts';
import { listMembers } from './list-members.ts';
import { promoteMember } from './promote-member.ts';
import { removeMember } from './remove-member.ts';

/** Everything the outside may ask about the members of an organisation. */
export const memberUseCases = area({
  invite: inviteMember,
  list: listMembers,
  promote: promoteMember,
  remove: removeMember,
});
export type MemberUseCases = ReturnType<typeof memberUseCases>;
