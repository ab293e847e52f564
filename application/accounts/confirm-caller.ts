import { isBot, type Caller } from '../../domain/accounts/caller.ts';
import { requireCurrentSession } from '../../domain/accounts/user.ts';
import { unauthenticated } from '../../domain/errors.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { UserRepository } from '../ports/users.ts';

interface ConfirmPorts {
  readonly users: UserRepository;
  readonly memberships: MembershipRepository;
  readonly organisations: OrganisationRepository;
}

/**
 * The caller with the role it holds now. A token outlives the session and the membership it speaks of, so a caller that
 * is about to change something is looked up again: refused is a session that was ended, a removed member, and the bot of
 * a deleted organisation.
 */
export const confirmCaller =
  (ports: ConfirmPorts) =>
  async (caller: Caller): Promise<Caller> => {
    const { email, org_id } = caller;
    const [user, organisation, membership] = await Promise.all([
      isBot(caller) ? null : ports.users.find(email),
      org_id === null ? null : ports.organisations.find(org_id),
      org_id === null || isBot(caller) ? null : ports.memberships.find(org_id, email),
    ]);
    if (!isBot(caller)) requireCurrentSession(caller, user);
    if (org_id === null) return caller;
    if (!organisation) throw unauthenticated('Organisation no longer exists');
    if (isBot(caller)) return caller;
    if (!membership) throw unauthenticated('Membership no longer exists');
    return { ...caller, role: membership.role };
  };
