import type { Answer, RequestParts } from './client.ts';
import { testConfig } from './providers.ts';
import type { Signer, World } from './world.ts';

/** An organisation with one browser agent. */
export interface AgentFixture extends Signer {
  readonly agentId: string;
  /** Sends a request as the signer, below `/api/v1`. */
  ask(method: string, path: string, sent?: RequestParts): Promise<Answer>;
  /** Registers a call and answers its id. */
  registerCall(): Promise<string>;
}

/** Signs a user up and creates an agent in the new organisation. */
export async function openAgentFixture(world: World, name?: string): Promise<AgentFixture> {
  const signer = await world.signUp(name);
  const ask: AgentFixture['ask'] = (method, path, sent = {}) =>
    world.ask(method, `/api/v1${path}`, { token: signer.token, ...sent });
  const body = { name: 'Desk', agent_category: 'websocket', config: testConfig() };
  const { agent_id: agentId } = (await ask('POST', '/agents', { body })).body as { agent_id: string };
  return {
    ...signer,
    agentId,
    ask,
    async registerCall() {
      const answer = await ask('POST', '/calls/web', { body: { agent_id: agentId } });
      return (answer.body as { call_id: string }).call_id;
    },
  };
}
