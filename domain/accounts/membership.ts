import { rejected } from '../errors.ts';
import type { Caller, Role } from './caller.ts';

/** One user's place in one organisation. */
export interface Membership {
  readonly email: string;
  readonly org_id: string;
  readonly role: Role;
  readonly created_at: string;
}

/** A member as the other members see it. Spec: `GET /members/{org_id}`. */
export type MemberView = Pick<Membership, 'email' | 'role' | 'created_at'>;

export const memberView = ({ email, role, created_at }: Membership): MemberView => ({ email, role, created_at });

/** The role somebody is invited to: `member`, and no request can make it another. */
export function invitedRole(asked = 'member'): Role {
  if (asked !== 'member') throw rejected('Only the role member can be given by an invitation');
  return asked;
}

/** Refuses to let a caller remove itself: whoever leaves an organisation is sent off by somebody who stays. */
export function requireSomebodyElse(caller: Caller, email: string): void {
  if (caller.email === email) throw rejected('You cannot remove yourself');
}

/** Who can be promoted to `admin`. For an admin it changes nothing; a super_admin would lose by it. */
export const PROMOTABLE = ['member', 'admin'] as const satisfies readonly Role[];
