import { rejected } from '../errors.ts';
import type { Principal, Role } from './principal.ts';
import { isConfirmed, mayWorkIn, type ConfirmationPolicy, type User } from './user.ts';

/** One user's place in one organisation. */
export interface Membership {
  readonly email: string;
  readonly org_id: string;
  readonly role: Role;
  readonly created_at: string;
}

/** What is known of the account behind a membership. */
export interface MemberStanding {
  /** The owner of the address has set a password with a mailed link. */
  readonly confirmed: boolean;
  /** The membership cannot be used until then. */
  readonly pending: boolean;
}

/** A member as the other members see it. Spec: `GET /members/{org_id}`; the standing is added. */
export interface MemberView extends Pick<Membership, 'email' | 'role' | 'created_at'>, MemberStanding {}

/** The standing of a user in an organisation. A membership whose account was never made is pending. */
export const memberStanding = (user: User | null, orgId: string, policy: ConfirmationPolicy): MemberStanding => ({
  confirmed: user !== null && isConfirmed(user),
  pending: user === null || !mayWorkIn(user, orgId, policy),
});

export const memberView = (
  { email, org_id, role, created_at }: Membership,
  user: User | null,
  policy: ConfirmationPolicy,
): MemberView => ({ email, role, created_at, ...memberStanding(user, org_id, policy) });

/** The role somebody is invited to: `member`, and no request can make it another. */
export function invitedRole(asked = 'member'): Role {
  if (asked !== 'member') throw rejected('Only the role member can be given by an invitation');
  return asked;
}

/** Refuses to let a caller remove itself: whoever leaves an organisation is sent off by somebody who stays. */
export function refuseSelfRemoval(principal: Principal, email: string): void {
  if (principal.email === email) throw rejected('You cannot remove yourself');
}

/** Who can be promoted to `admin`. For an admin it changes nothing; a super_admin would lose by it. */
export const PROMOTABLE = ['member', 'admin'] as const satisfies readonly Role[];
