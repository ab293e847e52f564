import { isBot, type Principal } from '../../domain/accounts/principal.ts';
import { mayWorkIn, requireCurrentSession, type ConfirmationPolicy } from '../../domain/accounts/user.ts';
import { unauthenticated } from '../../domain/errors.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { UserRepository } from '../ports/users.ts';

interface RefreshPorts {
  readonly users: UserRepository;
  readonly memberships: MembershipRepository;
  readonly organisations: OrganisationRepository;
  readonly confirmationPolicy: ConfirmationPolicy;
}

/**
 * Returns the principal with its current role. A token outlives its session and membership, so changes check them
 * again. Rejects an ended session, a removed member and the bot of a deleted organisation.
 */
export const refreshPrincipal =
  (ports: RefreshPorts) =>
  (principal: Principal): Promise<Principal> =>
    isBot(principal) ? refreshBot(ports, principal) : refreshUser(ports, principal);

async function refreshBot({ organisations }: RefreshPorts, bot: Principal): Promise<Principal> {
  if (bot.org_id !== null && !(await organisations.find(bot.org_id))) throw unauthenticated(ORGANISATION_GONE);
  return bot;
}

async function refreshUser(ports: RefreshPorts, principal: Principal): Promise<Principal> {
  const { email, org_id } = principal;
  const [known, organisation, membership] = await Promise.all([
    ports.users.find(email),
    org_id === null ? null : ports.organisations.find(org_id),
    org_id === null ? null : ports.memberships.find(org_id, email),
  ]);
  const user = requireCurrentSession(principal, known);
  if (org_id === null) return principal;
  if (!organisation) throw unauthenticated(ORGANISATION_GONE);
  if (!membership) throw unauthenticated('Membership no longer exists');
  if (!mayWorkIn(user, org_id, ports.confirmationPolicy)) throw unauthenticated(UNCONFIRMED);
  return { ...principal, role: membership.role };
}

const ORGANISATION_GONE = 'Organisation no longer exists';
const UNCONFIRMED = 'Set a password with the link of a “Forgot password” mail to work in this organisation.';
