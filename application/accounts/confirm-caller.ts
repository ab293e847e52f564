import { BOT_EMAIL, type Caller } from '../../domain/accounts/caller.ts';
import { unauthenticated } from '../../domain/errors.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';

/**
 * The caller with the role it holds now. A token outlives the membership it speaks of, so whoever is about to change
 * something is looked up again: a removed member is no caller any more, nor is the bot of a deleted organisation.
 */
export const confirmCaller =
  ({ memberships, organisations }: { memberships: MembershipRepository; organisations: OrganisationRepository }) =>
  async (caller: Caller): Promise<Caller> => {
    if (caller.org_id === null) return caller;
    if (!(await organisations.find(caller.org_id))) throw unauthenticated('Organisation no longer exists');
    if (caller.email === BOT_EMAIL) return caller;
    const membership = await memberships.find(caller.org_id, caller.email);
    if (!membership) throw unauthenticated('Membership no longer exists');
    return { ...caller, role: membership.role };
  };
