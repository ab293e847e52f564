import { answered, type Api } from '../typescript/index.ts';
import { CommandFailed, EXIT } from './exit.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of the agent that is meant: by its id, or by its name. */
export async function agentIdOf(api: Api, meant: string): Promise<string> {
  if (ID.test(meant)) return meant;
  const agents = await answered(api.GET('/api/v1/agents'));
  const agent = agents.find(({ name }) => name === meant);
  if (agent === undefined)
    throw new CommandFailed(EXIT.refused, `There is no agent named ${meant}. \`agents list\` shows all.`);
  return agent.agent_id;
}
