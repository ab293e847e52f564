import type { MemberUseCases } from '../../../application/members/index.ts';
import type { Invitation } from '../../../application/members/invite-member.ts';
import { created, done, ok, type Handlers, type Input } from '../handler.ts';

export const memberHandlers = (members: MemberUseCases) =>
  ({
    inviteMember: async ({ caller, body }: Input<Invitation>) => {
      const standing = await members.invite(caller, body);
      return created({ status: 'success', message: 'Member invited', ...standing });
    },
    listMembers: async ({ caller, path }) =>
      ok({ status: 'success', members: await members.list(caller, path('org_id')) }),
    assignAdmin: async ({ caller, body }: Input<{ email: string }>) => {
      await members.promote(caller, body);
      return done('Member is an admin now');
    },
    removeMember: async ({ caller, body }: Input<{ email: string }>) => {
      await members.remove(caller, body);
      return done('Member removed');
    },
  }) satisfies Handlers;
