import type { Membership } from '../../domain/accounts/membership.ts';

/** For keeping who belongs where, one membership per user and organisation. */
export interface MembershipRepository {
  /** Stores a new membership, or answers false when the user is a member already. */
  add(membership: Membership): Promise<boolean>;
  find(orgId: string, email: string): Promise<Membership | null>;
  /** Every membership of a user, oldest first. */
  ofUser(email: string): Promise<Membership[]>;
}
