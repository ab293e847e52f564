import type { Agent } from './agent.ts';

/** Filter of the agent list. Empty parts match everything. */
export interface AgentFilter {
  readonly text: string;
  readonly category: '' | Agent['agent_category'];
  readonly status: '' | Agent['status'];
}

export const NO_FILTER: AgentFilter = { text: '', category: '', status: '' };

/** The agents that fit, whichever of their words the text is found in. */
export function filtered(agents: readonly Agent[], { text, category, status }: AgentFilter): Agent[] {
  const wanted = text.trim().toLowerCase();
  return agents.filter(
    (agent) =>
      (category === '' || agent.agent_category === category) &&
      (status === '' || agent.status === status) &&
      (wanted === '' || searchable(agent).includes(wanted)),
  );
}

const searchable = ({ name, linked_phone_number, telephony, config }: Agent): string => {
  const { stt_config, tts_config, llm_config } = config.models;
  const providers = [stt_config, tts_config, llm_config].map(({ provider }) => provider);
  const parts = [name, linked_phone_number, telephony?.provider, config.language.primary, ...providers];
  return parts.join('\n').toLowerCase();
};
