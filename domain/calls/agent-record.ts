import type { ConversationEvent } from '../voice/conversation-events.ts';
import type { SpeakingAgent } from '../voice/speaking-agent.ts';

/** An agent that spoke in a call, as the call log has it. */
export interface AgentVisit {
  readonly agent_id: string;
  readonly name: string;
  /** The version that it ran. Null: what it ran is not a version. */
  readonly agent_version: number | null;
  /** Since when it spoke. */
  readonly at: string;
  /** The target by which the agent before named it. Null for the first. */
  readonly target: string | null;
}

/** The agents of a call after one more event. Null until it is handed over. */
export function recordAgents(
  before: readonly AgentVisit[] | null,
  event: ConversationEvent,
): readonly AgentVisit[] | null {
  if (event.type !== 'agent_changed') return before;
  const { agent, from, since, target, at } = event;
  const first = from ? [visitOf(from, since, null)] : [];
  return [...(before ?? first), visitOf(agent, at, target)];
}

const visitOf = ({ agent_id, name, version }: SpeakingAgent, at: number, target: string | null): AgentVisit => ({
  ...{ agent_id, name, agent_version: version, at: new Date(at).toISOString(), target },
});

/** The later of two reports, which can arrive in any order: a call only adds agents. */
export const laterAgents = (
  known: readonly AgentVisit[] | undefined,
  reported: readonly AgentVisit[],
): readonly AgentVisit[] => (known !== undefined && known.length > reported.length ? known : reported);
