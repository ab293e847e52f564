import { permit, type Action, type Caller } from '../domain/accounts/caller.ts';
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

/** Refuses a caller that may not do this, or cannot work in this organisation now, whichever its active one is. */
export async function requireMember(
  { users, memberships, organisations, confirmationPolicy }: MemberPorts,
  caller: Caller,
  action: Action,
  orgId: string,
): Promise<void> {
  permit(caller, action);
  const [known, organisation, membership] = await Promise.all([
    users.find(caller.email),
    organisations.find(orgId),
    memberships.find(orgId, caller.email),
  ]);
  const user = requireCurrentSession(caller, known);
  if (!organisation || !membership || !mayWorkIn(user, orgId, confirmationPolicy))
    throw forbidden('You are not a member of this organisation');
}
