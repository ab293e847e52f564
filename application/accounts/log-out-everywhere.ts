import { permit, type Principal } from '../../domain/accounts/principal.ts';
import { requireCurrentSession } from '../../domain/accounts/user.ts';
import type { UserRepository } from '../ports/users.ts';

/** Ends all sessions of the principal, including this one. Needs no active organisation. */
export const logOutEverywhere =
  ({ users }: { users: UserRepository }) =>
  async (principal: Principal): Promise<void> => {
    permit(principal, 'sessions.end');
    requireCurrentSession(principal, await users.find(principal.email));
    await users.endSessions(principal.email);
  };
