import type { Principal } from '../../domain/accounts/principal.ts';
import { testConfig } from '../support/providers.ts';
import { openPorts } from '../support/world.ts';

export const ada: Principal = { email: 'ada@example.com', org_id: 'o1', role: 'admin' };

/** A page with all versions. */
export const WHOLE = { limit: 500, offset: 0 };

/** A configuration with this greeting. */
export const greeting = (text: string) => ({
  ...testConfig(),
  prompts: { ...(testConfig()['prompts'] as object), greeting_message: text },
});

/** The use cases of agents, with an agent of the organisation `o1` that greets with One. */
export async function versionedAgent() {
  const ports = await openPorts();
  const agents = ports.agentUseCases;
  const agent = await agents.create(ada, { name: 'Desk', agent_category: 'websocket', config: greeting('One') });
  return { ports, agents, agent };
}
