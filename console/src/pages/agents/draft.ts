import type { Agent, AgentConfig, Behaviour, ProviderConfig } from './agent.ts';
import { freeName, starterAgent } from './starter-agent.ts';
import { formStrings } from './strings.ts';

/** The models of an agent, by who they are for it. */
export type ModelKind = 'stt' | 'tts' | 'llm';

/** An agent as it stands in the form. */
export interface Draft {
  readonly name: string;
  readonly agent_category: Agent['agent_category'];
  /** Empty for an agent of the browser. */
  readonly telephony_provider: string;
  readonly config: AgentConfig;
}

const BEHAVIOUR: Behaviour = {
  interruption_min_words: 0,
  user_silence_hangup_seconds: null,
  call_timeout_seconds: null,
  ignore_user_speech_before_greeting: false,
  hold_messages: [],
  hold_message_timeout_seconds: null,
  user_online_detection_enabled: false,
  user_online_detection_message: '',
  user_online_detection_seconds: null,
  user_online_detection_repeats: null,
  user_online_detection_closing_message: '',
  automatic_call_ending: { enabled: false, graceful_llm_call_ending: false },
};

/**
 * A new agent with these providers, and the prompts and behaviour of the starter agent. Built-in providers have its
 * settings too, so that the agent works at once.
 */
export function newDraft(providers: Readonly<Record<ModelKind, string>>): Draft {
  const { config } = starterAgent([]);
  const modelsOf = (kind: ModelKind): ProviderConfig => {
    const starter = config.models[`${kind}_config`];
    return starter.provider === providers[kind] ? starter : { provider: providers[kind] };
  };
  return {
    name: '',
    agent_category: 'websocket',
    telephony_provider: '',
    config: {
      schema_version: 1,
      prompts: config.prompts,
      behaviour: { ...BEHAVIOUR, ...config.behaviour },
      language: { ...config.language, secondary: [] },
      models: { stt_config: modelsOf('stt'), tts_config: modelsOf('tts'), llm_config: modelsOf('llm') },
      knowledge_base: { enabled: false, mode: 'context', document_ids: [], top_k: 5 },
      custom_variables: {},
    },
  };
}

/** An agent to be changed. */
export const draftOf = ({ name, agent_category, telephony, config }: Agent): Draft => ({
  name,
  agent_category,
  telephony_provider: telephony?.provider ?? '',
  config,
});

/** Another agent like this one, under a name of its own. It holds no number and no application. */
export const copyOf = (agent: Agent, taken: readonly string[]): Draft => ({
  ...draftOf(agent),
  name: freeName(formStrings.copyOf(agent.name), taken),
});

/** What the API is asked to store. */
export const requestOf = ({ telephony_provider, agent_category, ...rest }: Draft) => ({
  ...rest,
  agent_category,
  ...(agent_category === 'telephony' && { telephony_provider: telephony_provider || null }),
});

/** Whether two drafts would be stored alike. */
export const isSame = (one: Draft, other: Draft): boolean =>
  JSON.stringify(requestOf(one)) === JSON.stringify(requestOf(other));

/** The draft with another model configuration. */
export const withModel = (draft: Draft, kind: ModelKind, model: ProviderConfig): Draft => ({
  ...draft,
  config: { ...draft.config, models: { ...draft.config.models, [`${kind}_config`]: model } },
});

/** The configuration of one model. */
export const modelOf = ({ config }: Draft, kind: ModelKind): ProviderConfig => config.models[`${kind}_config`];
