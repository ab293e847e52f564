import { hasText, type Filter } from '../../parts/filters.ts';
import type { Agent } from './agent.ts';

/** What agents are filtered by. */
export const AGENT_PARTS = {
  ...{ text: null, category: ['websocket', 'telephony'], status: ['active', 'archived'] },
  sort: ['name', 'changed'],
} as const;

export type AgentFilter = Filter<typeof AGENT_PARTS>;

/** The agents that fit, whichever of their words the text is found in. */
export function filtered(agents: readonly Agent[], { text, category, status, sort }: AgentFilter): readonly Agent[] {
  const found = agents.filter(
    (agent) =>
      (category === '' || agent.agent_category === category) &&
      (status === '' || agent.status === status) &&
      hasText(text, ...searchable(agent)),
  );
  return sort === '' ? found : found.toSorted(ORDERS[sort]);
}

const ORDERS: Readonly<Record<'name' | 'changed', (one: Agent, other: Agent) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  changed: (one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at),
};

function searchable({ name, linked_phone_number, telephony, config }: Agent): readonly (string | null | undefined)[] {
  const { stt_config, tts_config, llm_config } = config.models;
  const providers = [stt_config, tts_config, llm_config].map(({ provider }) => provider);
  return [name, linked_phone_number, telephony?.provider, config.language.primary, ...providers];
}
