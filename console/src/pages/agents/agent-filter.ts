import { hasText, type Filter } from '../../parts/filters.ts';
import type { NameOfProvider } from '../../parts/provider-names.ts';
import type { Agent } from './agent.ts';

/** What agents are filtered by. */
export const AGENT_PARTS = {
  ...{ text: null, category: ['websocket', 'telephony'], status: ['active', 'archived'] },
  sort: ['name', 'changed'],
} as const;

export type AgentFilter = Filter<typeof AGENT_PARTS>;

/** The agents that fit, whichever of their words the text is found in. */
export function filtered(
  agents: readonly Agent[],
  { text, category, status, sort }: AgentFilter,
  nameOf: NameOfProvider,
): readonly Agent[] {
  const found = agents.filter(
    (agent) =>
      (category === '' || agent.agent_category === category) &&
      (status === '' || agent.status === status) &&
      hasText(text, ...searchable(agent, nameOf)),
  );
  return sort === '' ? found : found.toSorted(ORDERS[sort]);
}

const ORDERS: Readonly<Record<'name' | 'changed', (one: Agent, other: Agent) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name),
  changed: (one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at),
};

function searchable(
  { name, linked_phone_number, telephony, config: { models, language } }: Agent,
  nameOf: NameOfProvider,
): readonly (string | null | undefined)[] {
  const carrier = telephony ? [telephony.provider, nameOf('telephony', telephony.provider)] : [];
  const providers = (['stt', 'llm', 'tts'] as const).flatMap((kind) => {
    const { provider } = models[`${kind}_config`];
    return [provider, nameOf(kind, provider)];
  });
  return [name, linked_phone_number, language.primary, ...carrier, ...providers];
}
