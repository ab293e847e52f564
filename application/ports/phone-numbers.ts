import type { PhoneNumber } from '../../domain/telephony/phone-number.ts';

/** For storing phone numbers. A number exists once over all organisations, and an agent has at most one. */
export interface PhoneNumberRepository {
  /**
   * Stores a new number: null when it exists already, 'occupied' when its agent has another; both also under a race.
   */
  add(number: PhoneNumber): Promise<PhoneNumber | null | 'occupied'>;
  /** The number in any organisation. */
  find(phoneNumber: string): Promise<PhoneNumber | null>;
  /** The existing numbers among these, in any organisation and in any order. */
  findMany(phoneNumbers: readonly string[]): Promise<PhoneNumber[]>;
  /** The number bound to an agent. */
  ofAgent(orgId: string, agentId: string): Promise<PhoneNumber | null>;
  /** All numbers of an organisation, newest first. */
  list(orgId: string): Promise<PhoneNumber[]>;
  /**
   * Replaces the given fields if the number is unchanged: the changed number, null when it changed or is absent,
   * 'occupied' when its new agent has another.
   */
  change(seen: PhoneNumber, changes: Partial<PhoneNumber>): Promise<PhoneNumber | null | 'occupied'>;
}

/** For releasing an agent's number when the agent is deleted or leaves its carrier. */
export interface AgentNumbers {
  /**
   * Unlinks the agent's number at the carrier and clears the association; does nothing without one. Returns a function
   * that restores the link.
   */
  release(orgId: string, agentId: string, byEmail: string): Promise<() => Promise<void>>;
}
