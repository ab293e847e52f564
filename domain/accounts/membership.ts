import { rejected } from '../errors.ts';
import type { Principal, Role } from './principal.ts';
import { isConfirmed, mayWorkIn, type ConfirmationPolicy, type User } from './user.ts';

/** A user's membership of one organisation. */
export interface Membership {
  readonly email: string;
  readonly org_id: string;
  readonly role: Role;
  readonly created_at: string;
}

/** State of the account behind a membership. */
export interface MemberStanding {
  /** The owner of the address has set a password through an emailed link. */
  readonly confirmed: boolean;
  /** The membership cannot be used until the owner confirms the address. */
  readonly pending: boolean;
}

/** A member as other members see it. Spec: `GET /members/{org_id}`; the standing is an addition. */
export interface MemberView extends Pick<Membership, 'email' | 'role' | 'created_at'>, MemberStanding {}

/** Standing of a user in an organisation. Pending when the account does not exist. */
export const memberStanding = (user: User | null, orgId: string, policy: ConfirmationPolicy): MemberStanding => ({
  confirmed: user !== null && isConfirmed(user),
  pending: user === null || !mayWorkIn(user, orgId, policy),
});

export const memberView = (
  { email, org_id, role, created_at }: Membership,
  user: User | null,
  policy: ConfirmationPolicy,
): MemberView => ({ email, role, created_at, ...memberStanding(user, org_id, policy) });

/** Role of an invited user. Always `member`: no request can choose another. */
export function invitedRole(requested = 'member'): Role {
  if (requested !== 'member') throw rejected('role must be member: an invitation cannot grant another role');
  return requested;
}

/** Rejects a principal that removes itself. Another member has to do it. */
export function refuseSelfRemoval(principal: Principal, email: string): void {
  if (principal.email === email) throw rejected('You cannot remove yourself');
}

/** Roles that can be promoted to `admin`. For an admin nothing changes. A super_admin would lose permissions. */
export const PROMOTABLE = ['member', 'admin'] as const satisfies readonly Role[];
