import type { MemberUseCases } from '../../../application/members/index.ts';
import type { Invitation } from '../../../application/members/invite-member.ts';
import { created, done, ok, type Handlers, type Input } from '../handler.ts';

export const memberHandlers = (members: MemberUseCases) =>
  ({
    inviteMember: async ({ principal, body }: Input<Invitation>) => {
      const result = await members.invite(principal, body);
      return created({ status: 'success', message: 'Member invited', ...result });
    },
    listMembers: async ({ principal, path }) =>
      ok({ status: 'success', members: await members.list(principal, path('org_id')) }),
    assignAdmin: async ({ principal, body }: Input<{ email: string }>) => {
      await members.promote(principal, body);
      return done('Member is an admin now');
    },
    removeMember: async ({ principal, body }: Input<{ email: string }>) => {
      await members.remove(principal, body);
      return done('Member removed');
    },
  }) satisfies Handlers;
