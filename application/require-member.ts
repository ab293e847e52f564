import { permit, type Action, type Caller } from '../domain/accounts/caller.ts';
import { forbidden } from '../domain/errors.ts';
import type { MembershipRepository } from './ports/memberships.ts';
import type { OrganisationRepository } from './ports/organisations.ts';

export interface MemberPorts {
  readonly memberships: MembershipRepository;
  readonly organisations: OrganisationRepository;
}

/** Refuses a caller that may not do this, or does not belong to this organisation now, whichever its active one is. */
export async function requireMember(
  { memberships, organisations }: MemberPorts,
  caller: Caller,
  action: Action,
  orgId: string,
): Promise<void> {
  permit(caller, action);
  const [organisation, membership] = await Promise.all([
    organisations.find(orgId),
    memberships.find(orgId, caller.email),
  ]);
  if (!organisation || !membership) throw forbidden('You are not a member of this organisation');
}
