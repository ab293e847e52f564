import { isUsableAddress, normaliseEmail } from '../../domain/accounts/user.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { UserRepository } from '../ports/users.ts';

/** Spec: CheckEmailResponse. */
export interface EmailCheck {
  /** An account with this address exists. */
  readonly exists: boolean;
  /** The address is a member of the requested organisation. */
  readonly already_in_org: boolean;
  /** The address can be invited, by the requested organisation or, when none was given, by any. */
  readonly can_join: boolean;
}

/** Checks whether an address has an account and can be invited. An organisation that does not exist cannot invite. */
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
