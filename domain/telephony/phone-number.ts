/** What was last done with a number and an agent. */
export const LINK_ACTIONS = ['attached', 'detached'] as const;
export type LinkAction = (typeof LINK_ACTIONS)[number];

/** A telephone number in an organisation's inventory, bound to an agent or to none. */
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
}

/** A number that is bound to an agent. */
export interface BoundNumber extends PhoneNumber {
  readonly agent_id: string;
}

/** Who links or unlinks, and when. */
export interface LinkStamp {
  readonly byEmail: string;
  readonly now: Date;
}

/** A number that is new in the inventory and bound to nobody. */
export const newNumber = (held: Pick<PhoneNumber, 'phone_number' | 'provider' | 'org_id'>, now: Date): PhoneNumber => ({
  ...held,
  agent_id: null,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  last_link_action: null,
  last_link_agent_id: null,
  last_link_by_email: null,
  last_link_at: null,
});

/** The number bound to an agent, and who did it. */
export const attached = (number: PhoneNumber, agentId: string, { byEmail, now }: LinkStamp): BoundNumber => ({
  ...number,
  agent_id: agentId,
  ...audit('attached', agentId, byEmail, now),
});

/** The number bound to nobody, and who took it from its agent. */
export const detached = (number: BoundNumber, { byEmail, now }: LinkStamp): PhoneNumber => ({
  ...number,
  agent_id: null,
  ...audit('detached', number.agent_id, byEmail, now),
});

/** Whether an agent has the number. */
export const isBound = (number: PhoneNumber): number is BoundNumber => number.agent_id !== null;

const audit = (action: LinkAction, agentId: string, byEmail: string, now: Date) => ({
  last_link_action: action,
  last_link_agent_id: agentId,
  last_link_by_email: byEmail,
  last_link_at: now.toISOString(),
  updated_at: now.toISOString(),
});
