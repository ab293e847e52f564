import type { MemberUseCases } from '../../../application/members/index.ts';
import type { Invitation } from '../../../application/members/invite-member.ts';
import { created, done, ok, type Body, type Handlers } from '../handler.ts';

export const memberHandlers = (members: MemberUseCases) =>
  ({
    inviteMember: async ({ principal }, body: Body<Invitation>) => {
      const result = await members.invite(principal, body);
      return created({ status: 'success', message: 'Member invited', ...result });
    },
    listMembers: async ({ principal, path }) =>
      ok({ status: 'success', members: await members.list(principal, path('org_id')) }),
    assignAdmin: async ({ principal }, { email }) => {
      await members.promote(principal, { email });
      return done('Member is an admin now');
    },
    removeMember: async ({ principal }, { email }) => {
      await members.remove(principal, { email });
      return done('Member removed');
    },
  }) satisfies Partial<Handlers>;
