import { permit, type Action, type Principal } from '../domain/accounts/principal.ts';
import { mayWorkIn, requireCurrentSession, type ConfirmationPolicy } from '../domain/accounts/user.ts';
import { forbidden } from '../domain/errors.ts';
import type { MembershipRepository } from './ports/memberships.ts';
import type { OrganisationRepository } from './ports/organisations.ts';
import type { UserRepository } from './ports/users.ts';

export interface MemberPorts {
  readonly users: UserRepository;
  readonly memberships: MembershipRepository;
  readonly organisations: OrganisationRepository;
  readonly confirmationPolicy: ConfirmationPolicy;
}

/**
 * Rejects a principal that may not perform the action or is not a member of the organisation, whichever is its active
 * one.
 */
export async function requireMember(
  { users, memberships, organisations, confirmationPolicy }: MemberPorts,
  principal: Principal,
  action: Action,
  orgId: string,
): Promise<void> {
  permit(principal, action);
  if (principal.scopes) {
    // Its key was found in this very request.
    if (principal.org_id !== orgId) throw forbidden('The API key belongs to another organisation');
    return;
  }
  const [known, organisation, membership] = await Promise.all([
    users.find(principal.email),
    organisations.find(orgId),
    memberships.find(orgId, principal.email),
  ]);
  const user = requireCurrentSession(principal, known);
  if (!organisation || !membership || !mayWorkIn(user, orgId, confirmationPolicy))
    throw forbidden('You are not a member of this organisation');
}
