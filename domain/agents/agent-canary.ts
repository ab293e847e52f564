import { murmur3 } from '../campaigns/murmur3.ts';

/** The version that a share of an agent's calls runs instead of the published one. */
export interface AgentCanary {
  readonly canary_id: string;
  readonly version: number;
  /** The published version that it is compared with. While another one is published, the canary is not in force. */
  readonly base_version: number;
  /** Calls of 100 that run the version. */
  readonly share_percent: number;
}

/** What a new call is to run, as its log names it. */
export interface CanaryAssignment {
  readonly agent_version?: number | undefined;
  /** The canary that decided it. */
  readonly canary_id?: string;
}

/** An agent with its published version and its canary. */
interface AgentOfCanary {
  readonly version?: number;
  readonly canary?: AgentCanary | null;
}

const HASHES = 2 ** 32;

/** Whether a call runs the version of the canary. It depends on the ids only, so that every process answers the same. */
export const isOfCanary = (
  { canary_id, share_percent }: Pick<AgentCanary, 'canary_id' | 'share_percent'>,
  callId: string,
): boolean => (murmur3(`${canary_id} ${callId}`) / HASHES) * 100 < share_percent;

/** The canary of an agent, if it is in force. */
export const canaryOf = ({ version, canary }: AgentOfCanary): AgentCanary | null =>
  canary && canary.base_version === version ? canary : null;

/**
 * The canary of an agent as its next version has it, which differs in these fields. Calls are not held differently under another
 * name, so that one alone does not end it. Null: none is in force then.
 */
export function canaryAfter(agent: AgentOfCanary, version: number, changed: readonly string[]): AgentCanary | null {
  const canary = canaryOf(agent);
  return canary && changed.every((path) => path === 'name') ? { ...canary, base_version: version } : null;
}

/** What a new call of an agent is to run. */
export function assignment(agent: AgentOfCanary, callId: string): CanaryAssignment {
  const canary = canaryOf(agent);
  if (!canary) return { agent_version: agent.version };
  const { canary_id, version, base_version } = canary;
  return { canary_id, agent_version: isOfCanary(canary, callId) ? version : base_version };
}
