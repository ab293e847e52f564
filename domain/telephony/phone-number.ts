import type { NumberRest } from './number-rest.ts';

/** Last link action of a number. */
export const LINK_ACTIONS = ['attached', 'detached'] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];

/** A phone number in an organisation's inventory, linked to an agent or to none. */
export interface PhoneNumber {
  /** E.164. */
  readonly phone_number: string;
  readonly provider: string;
  readonly org_id: string;
  readonly agent_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_link_action: LinkAction | null;
  readonly last_link_agent_id: string | null;
  readonly last_link_by_email: string | null;
  readonly last_link_at: string | null;
  /** Why no campaign dials from it by a pool for a while, last. */
  readonly resting?: NumberRest | null;
}

/** A number that is linked to an agent. */
export interface BoundNumber extends PhoneNumber {
  readonly agent_id: string;
}

/** Who links or unlinks a number, and when. */
export interface LinkStamp {
  readonly byEmail: string;
  readonly now: Date;
}

/** Creates a number that is not linked. */
export const newNumber = (
  facts: Pick<PhoneNumber, 'phone_number' | 'provider' | 'org_id'>,
  now: Date,
): PhoneNumber => ({
  ...facts,
  agent_id: null,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  last_link_action: null,
  last_link_agent_id: null,
  last_link_by_email: null,
  last_link_at: null,
});

/** Links the number to an agent. */
export const attached = (number: PhoneNumber, agentId: string, { byEmail, now }: LinkStamp): BoundNumber => ({
  ...number,
  agent_id: agentId,
  ...audit('attached', agentId, byEmail, now),
});

/** Unlinks the number from its agent. */
export const detached = (number: BoundNumber, { byEmail, now }: LinkStamp): PhoneNumber => ({
  ...number,
  agent_id: null,
  ...audit('detached', number.agent_id, byEmail, now),
});

/** Whether the number is linked to an agent. */
export const isBound = (number: PhoneNumber): number is BoundNumber => number.agent_id !== null;

const audit = (action: LinkAction, agentId: string, byEmail: string, now: Date) => ({
  last_link_action: action,
  last_link_agent_id: agentId,
  last_link_by_email: byEmail,
  last_link_at: now.toISOString(),
  updated_at: now.toISOString(),
});
