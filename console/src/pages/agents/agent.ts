import type { components } from '../../api.ts';

/** An agent as the API answers it. */
export type Agent = components['schemas']['AgentResponse'];
/** Everything that makes an agent what it is. */
export type AgentConfig = Agent['config'];
/** A provider and its settings, and perhaps who stands in for it. */
export type ProviderConfig = AgentConfig['models']['stt_config'] & Readonly<Record<string, unknown>>;
export type Behaviour = AgentConfig['behaviour'];

/** Whether a browser can call this agent. */
export const isCallable = ({ agent_category, status }: Pick<Agent, 'agent_category' | 'status'>): boolean =>
  agent_category === 'websocket' && status === 'active';
