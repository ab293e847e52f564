import type { Agent } from '../../domain/agents/agent.ts';
import { FILLED_MESSAGE_MAX, type AgentVoicemail } from '../../domain/agents/voicemail.ts';
import { mergeVariables, substitute, type CustomVariables } from '../../domain/agents/variables.ts';
import { oneLine } from '../../domain/plain-text.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import type { CallTransfers } from './call-transfers.ts';
import { conversationSettings } from './conversation-settings.ts';

/** A call, as far as its settings depend on it. */
interface SetCall {
  readonly agent: Agent;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly rejection?: string | null;
  readonly isOutbound?: boolean;
  readonly transfers?: CallTransfers | null;
}

/** The agent's handling of machines, which answer outbound calls only. */
const voicemailOf = ({ agent, isOutbound }: SetCall): AgentVoicemail | undefined =>
  isOutbound === true ? agent.config.voicemail : undefined;

/** What the agent answers to an assistant that screens calls. Null: the model answers. */
export const screeningAnswerOf = (call: SetCall): string | null => voicemailOf(call)?.screening_answer ?? null;

/** Without a filled message the call ends when a mailbox answers. */
const voicemailSettings = (
  voicemail: AgentVoicemail | undefined,
  variables: CustomVariables,
): Pick<ConversationSettings, 'voicemail'> =>
  voicemail === undefined || voicemail.action === 'off'
    ? {}
    : { voicemail: { message: oneLine(substitute(voicemail.message ?? '', variables), FILLED_MESSAGE_MAX) } };

/** The settings of a call: those of its agent, of its variables and of its kind. */
export const settingsOf = (call: SetCall): ConversationSettings => ({
  ...conversationSettings(call.agent.config, call.variables, call.transfers?.transfer ?? null),
  ...(call.rejection && { rejection: call.rejection }),
  ...voicemailSettings(voicemailOf(call), mergeVariables(call.agent.config.custom_variables, call.variables)),
});
