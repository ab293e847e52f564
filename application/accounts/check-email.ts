import { isUsableAddress, normaliseEmail } from '../../domain/accounts/user.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { UserRepository } from '../ports/users.ts';

/** Spec: CheckEmailResponse. */
export interface EmailCheck {
  /** There is an account with this address. */
  readonly exists: boolean;
  /** It belongs to the organisation that was named. */
  readonly already_in_org: boolean;
  /** The organisation that was named, or any when none was, could invite this address. */
  readonly can_join: boolean;
}

/** What is known of an address, and whether it could be invited. An organisation that does not exist invites nobody. */
export const checkEmail =
  (ports: { users: UserRepository; memberships: MembershipRepository; organisations: OrganisationRepository }) =>
  async (address: string, orgId?: string): Promise<EmailCheck> => {
    const email = normaliseEmail(address);
    const exists = (await ports.users.find(email)) !== null;
    if (orgId === undefined) return { exists, already_in_org: false, can_join: isUsableAddress(email) };
    const organisation = await ports.organisations.find(orgId);
    const membership = organisation && (await ports.memberships.find(orgId, email));
    return {
      exists,
      already_in_org: membership !== null,
      can_join: organisation !== null && membership === null && isUsableAddress(email),
    };
  };
