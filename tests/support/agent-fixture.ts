import type { RequestParts } from './client.ts';
import { testConfig } from './providers.ts';
import type { World } from './world.ts';

/** An organisation with one browser agent. */
export type AgentFixture = Awaited<ReturnType<typeof openAgentFixture>>;

/** Signs a user up and creates an agent in the new organisation. */
export async function openAgentFixture(world: World, name?: string) {
  const signer = await world.signUp(name);
  /** Sends a request as the signer, below `/api/v1`. */
  const ask = (method: string, path: string, sent: RequestParts = {}) =>
    world.ask(method, `/api/v1${path}`, { token: signer.token, ...sent });
  /** What a POST creates. */
  const post = async <T>(path: string, body: object): Promise<T> => (await ask('POST', path, { body })).body as T;
  const agent = { name: 'Desk', agent_category: 'websocket', config: testConfig() };
  const { agent_id: agentId } = await post<{ agent_id: string }>('/agents', agent);
  return {
    ...signer,
    agentId,
    ask,
    post,
    /** Registers a call and answers its id. */
    registerCall: async () => (await post<{ call_id: string }>('/calls/web', { agent_id: agentId })).call_id,
  };
}
