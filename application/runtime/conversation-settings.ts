import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { effectiveBehaviour } from '../../domain/agents/effective-behaviour.ts';
import { mergeVariables, substitute } from '../../domain/agents/variables.ts';
import { END_CONVERSATION } from '../../domain/voice/conversation-context.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';

/** Settings of a call: variables substituted, defaults applied, and the tools the agent may use. */
export function conversationSettings(
  config: AgentConfigPayload,
  perCall: Readonly<Record<string, unknown>>,
): ConversationSettings {
  const { mayEndCall, ...behaviour } = effectiveBehaviour(config.behaviour);
  const variables = mergeVariables(config.custom_variables, perCall);
  return {
    ...behaviour,
    language: config.language.primary,
    systemPrompt: substitute(config.prompts.system_prompt, variables),
    greeting: substitute(config.prompts.greeting_message, variables),
    tools: mayEndCall ? [END_CONVERSATION] : [],
  };
}
