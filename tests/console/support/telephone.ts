import { RESTAURANT_AGENT } from '../../telephony/telephone-agent.ts';
import type { Account } from './stage.ts';

/** The number that the account calls from, and the agent that has it. */
export interface Telephone {
  readonly agentId: string;
  readonly number: string;
}

/**
 * Gives the account an agent that can dial, and that ends a call when something was said to it. Accounts of one platform
 * take numbers at different places.
 */
export async function attachTelephone({ api }: Account, place = 0): Promise<Telephone> {
  const llm = { provider: 'script', rules: [{ when: '\\w', say: 'Goodbye.', end: true }] };
  const config = {
    ...RESTAURANT_AGENT.config,
    prompts: { greeting_message: 'Hello.' },
    models: { ...RESTAURANT_AGENT.config.models, llm_config: llm },
  };
  await api.ask('POST', '/auth', {
    provider: 'simulator',
    auth: { auth_id: 'MA1', auth_token: 'a token of the tests' },
  });
  const agent = { ...RESTAURANT_AGENT, config, agent_category: 'telephony', telephony_provider: 'simulator' };
  const { agent_id: agentId } = await api.ask<{ agent_id: string }>('POST', '/agents', agent);
  const { numbers } = await api.ask<{ numbers: string[] }>('GET', '/phone-numbers/providers/simulator/inventory');
  const number = numbers[place] ?? '';
  await api.ask('POST', '/phone-numbers/attach', { phone_number: number, provider: 'simulator', agent_id: agentId });
  return { agentId, number };
}
