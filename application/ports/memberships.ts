import type { Role } from '../../domain/accounts/principal.ts';
import type { Membership } from '../../domain/accounts/membership.ts';

/** For storing memberships, one per user and organisation. */
export interface MembershipRepository {
  /** Stores a new membership, or returns false when the user is a member already. */
  add(membership: Membership): Promise<boolean>;
  find(orgId: string, email: string): Promise<Membership | null>;
  /** Every membership of a user, oldest first. */
  ofUser(email: string): Promise<Membership[]>;
  /** Every membership of an organisation, newest first. */
  ofOrganisation(orgId: string): Promise<Membership[]>;
  /**
   * Changes a member's role if the present one is among these, and returns the membership; null when there is no such
   * member.
   */
  changeRole(orgId: string, email: string, among: readonly Role[], role: Role): Promise<Membership | null>;
  /**
   * Removes a membership unless it is the organisation's last super_admin's: one stays, however many are removed
   * concurrently.
   */
  remove(orgId: string, email: string): Promise<'removed' | 'absent' | 'last'>;
  /** Removes every membership of an organisation. */
  removeAll(orgId: string): Promise<void>;
}
