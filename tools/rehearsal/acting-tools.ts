import { handoverAgents } from '../../application/rehearsal/handover-agents.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { modelTools } from '../../domain/agents/model-tools.ts';
import { SCHEDULE_CALLBACK } from '../../domain/voice/callback-tool.ts';
import { DO_NOT_CALL } from '../../domain/voice/do-not-call-tool.ts';
import type { InstallationApi } from '../lib/installation-api.ts';
import { contentIn } from './rehearsed-agent.ts';

/** What a call may do beyond the conversation with tools of the agent, and of those that it hands over to: their names. */
export async function actingTools(api: Pick<InstallationApi, 'json'>, agent: Agent): Promise<readonly string[]> {
  const others = await handoverAgents([agent], (id) => contentIn<Agent>(api, id));
  return [...new Set([agent, ...others].flatMap(toolsOf))];
}

/** Tools of pages fail, as a caller of a rehearsal has no page, and those for a number, as a call in the browser has none. */
function toolsOf({ agent_category: category, config }: Agent): readonly string[] {
  const { tools = [], mcp_servers = [], do_not_call: request, callbacks } = config;
  const isTelephone = category === 'telephony';
  return [
    ...modelTools({ tools, mcp_servers }).flatMap(({ name, side_effects }) => (side_effects ? [name] : [])),
    ...(isTelephone && request?.tool ? [DO_NOT_CALL] : []),
    ...(isTelephone && callbacks?.tool ? [SCHEDULE_CALLBACK] : []),
  ];
}

/** Why a suite must not be held by voice with an agent that has these tools. Nothing: it may. */
export const actingProblems = (names: readonly string[], live: boolean | undefined): string[] =>
  live || names.length === 0
    ? []
    : [
        `by voice tools are really called, and ${names.join(', ')} of the agent may change something: ` +
          'write live: true at the top level of the suite if that is wanted',
      ];
