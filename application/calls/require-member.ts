import type { Caller } from '../../domain/accounts/caller.ts';
import { belongsTo } from '../../domain/accounts/membership.ts';
import { forbidden } from '../../domain/errors.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';

export interface MemberPorts {
  readonly memberships: MembershipRepository;
  readonly organisations: OrganisationRepository;
}

/** Refuses a caller that does not belong to this organisation now, whichever its active one is. */
export async function requireMember(
  { memberships, organisations }: MemberPorts,
  caller: Caller,
  orgId: string,
): Promise<void> {
  const organisation = await organisations.find(orgId);
  const membership = await memberships.find(orgId, caller.email);
  if (!organisation || !belongsTo(caller, orgId, membership))
    throw forbidden('You are not a member of this organisation');
}
