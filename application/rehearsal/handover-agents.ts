import type { Agent } from '../../domain/agents/agent.ts';
import { rejected } from '../../domain/errors.ts';

/** Most agents whose models a rehearsal opens. */
const AGENTS_MAX = 50;

/**
 * The agents that calls of these can be handed over to, directly or by others. What is absent or archived is left out:
 * handovers to it are refused, as in a call.
 */
export async function handoverAgents(
  first: readonly Agent[],
  find: (agentId: string) => Promise<Agent | null>,
): Promise<readonly Agent[]> {
  const known = new Set(first.map(({ agent_id }) => agent_id));
  const found: Agent[] = [];
  for (let latest = first; latest.length > 0;) {
    const ids = new Set(latest.flatMap(({ config }) => (config.handover?.targets ?? []).map((each) => each.agent_id)));
    const wanted = [...ids].filter((id) => !known.has(id));
    for (const id of wanted) known.add(id);
    const loaded = await Promise.all(wanted.map(find));
    latest = loaded.filter((agent) => agent?.status === 'active').filter((agent) => agent !== null);
    found.push(...latest);
    if (found.length > AGENTS_MAX)
      throw rejected(
        `Calls of the agent can be handed over to more than ${AGENTS_MAX} agents, which is too many for a rehearsal`,
      );
  }
  return found;
}
