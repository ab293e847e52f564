import { handoverAgents } from '../../application/rehearsal/handover-agents.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { modelTools } from '../../domain/agents/model-tools.ts';
import { SCHEDULE_CALLBACK } from '../../domain/voice/callback-tool.ts';
import { DO_NOT_CALL } from '../../domain/voice/do-not-call-tool.ts';
import type { InstallationApi } from '../lib/installation-api.ts';
import { contentIn } from './rehearsed-agent.ts';

/**
 * What a call may do beyond the conversation, with the agent and with those that it hands over to: names of tools, and of the
 * pre-call request. What is for telephone numbers depends on the call, which is that of the first agent.
 */
export async function actingTools(api: Pick<InstallationApi, 'json'>, agent: Agent): Promise<readonly string[]> {
  const others = await handoverAgents([agent], (id) => contentIn<Agent>(api, id));
  const isTelephone = agent.agent_category === 'telephony';
  const names = [agent, ...others].flatMap(({ config }) => toolsOf(config, isTelephone));
  return [...new Set([...(isTelephone && agent.config.pre_call ? ['pre_call'] : []), ...names])];
}

/** Tools of pages fail, as a caller of a rehearsal has no page. Callers are put on the do-not-call list by a key, too. */
function toolsOf(
  { tools = [], mcp_servers = [], do_not_call: request, callbacks }: Agent['config'],
  isTelephone: boolean,
): readonly string[] {
  return [
    ...modelTools({ tools, mcp_servers }).flatMap(({ name, side_effects }) => (side_effects ? [name] : [])),
    ...(isTelephone && request ? [DO_NOT_CALL] : []),
    ...(isTelephone && callbacks?.tool ? [SCHEDULE_CALLBACK] : []),
  ];
}

/** Why a suite must not be held by voice with an agent that has these tools. Nothing: it may. */
export const actingProblems = (names: readonly string[], live: boolean | undefined): string[] =>
  live || names.length === 0
    ? []
    : [
        `by voice requests and calls of tools are real, and ${names.join(', ')} of the agent may change something: ` +
          'write live: true at the top level of the suite if that is wanted',
      ];
