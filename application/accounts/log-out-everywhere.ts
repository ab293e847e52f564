import { permit, type Caller } from '../../domain/accounts/caller.ts';
import { requireCurrentSession } from '../../domain/accounts/user.ts';
import type { UserRepository } from '../ports/users.ts';

/** Ends every session of the caller, this one included. Needs no active organisation. */
export const logOutEverywhere =
  ({ users }: { users: UserRepository }) =>
  async (caller: Caller): Promise<void> => {
    permit(caller, 'sessions.end');
    requireCurrentSession(caller, await users.find(caller.email));
    await users.endSessions(caller.email);
  };
