import type { Role } from '../../domain/accounts/principal.ts';
import type { Membership } from '../../domain/accounts/membership.ts';

/** For keeping who belongs where, one membership per user and organisation. */
export interface MembershipRepository {
  /** Stores a new membership, or answers false when the user is a member already. */
  add(membership: Membership): Promise<boolean>;
  find(orgId: string, email: string): Promise<Membership | null>;
  /** Every membership of a user, oldest first. */
  ofUser(email: string): Promise<Membership[]>;
  /** Every membership of an organisation, newest first. */
  ofOrganisation(orgId: string): Promise<Membership[]>;
  /** Gives a role to a member who has one of these now, and answers the membership; null when there is no such member. */
  changeRole(orgId: string, email: string, among: readonly Role[], role: Role): Promise<Membership | null>;
  /** Removes a membership, unless it is an organisation's last super_admin: one is left, however many are removed at once. */
  remove(orgId: string, email: string): Promise<'removed' | 'absent' | 'last'>;
  /** Removes every membership of an organisation. */
  removeAll(orgId: string): Promise<void>;
}
