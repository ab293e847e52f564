import type { PhoneNumber } from '../../domain/telephony/phone-number.ts';

/** For keeping telephone numbers. A number is held once among all organisations, and an agent has one at most. */
export interface PhoneNumberRepository {
  /** Stores a new number: null when it is held already, 'occupied' when its agent has another; both also under a race. */
  add(number: PhoneNumber): Promise<PhoneNumber | null | 'occupied'>;
  /** The number, whichever organisation holds it. */
  find(phoneNumber: string): Promise<PhoneNumber | null>;
  /** The one number bound to an agent. */
  ofAgent(orgId: string, agentId: string): Promise<PhoneNumber | null>;
  /** All numbers of an organisation, newest first. */
  list(orgId: string): Promise<PhoneNumber[]>;
  /**
   * Replaces the given fields of a number that is still as it was seen: the changed number, null when it is not or is
   * absent, 'occupied' when its new agent has another.
   */
  change(seen: PhoneNumber, changes: Partial<PhoneNumber>): Promise<PhoneNumber | null | 'occupied'>;
}

/** For taking an agent's number away from it, when the agent is deleted or leaves its carrier. */
export interface AgentNumbers {
  /**
   * Unlinks the agent's number at the carrier and clears the association; fine when there is none. Answers how to give
   * the number back.
   */
  release(orgId: string, agentId: string, byEmail: string): Promise<() => Promise<void>>;
}
