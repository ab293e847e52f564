import type { Agent } from '../../domain/agents/agent.ts';
import { FILLED_MESSAGE_MAX, type AgentVoicemail } from '../../domain/agents/voicemail.ts';
import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import type { ProviderConfig } from '../../domain/agents/models.ts';
import { mergeVariables, substitute, type CustomVariables } from '../../domain/agents/variables.ts';
import { oneLine } from '../../domain/plain-text.ts';
import type { InputLogHead, InputLogOrigin } from '../../domain/voice/input-log.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import type { CallTransfers } from './call-transfers.ts';
import { conversationSettings } from './conversation-settings.ts';

/** A call, as far as its settings depend on it. */
interface SetCall {
  readonly agent: Pick<Agent, 'config'>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly rejection?: string | null;
  readonly isOutbound?: boolean;
  readonly transfers?: Pick<CallTransfers, 'transfer'> | null;
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

/** What the settings of a call are made of, beside the agent's configuration. */
export const originOf = ({ agent: { config }, variables, isOutbound, transfers }: SetCall): InputLogOrigin => ({
  variables,
  models: modelsOf(config),
  outbound: isOutbound === true,
  transfers: Boolean(transfers),
});

/** The settings that a call would have had with another configuration of its first agent. */
export const settingsWith = (
  config: AgentConfigPayload,
  { variables, outbound, transfers, settings }: InputLogHead,
): ConversationSettings => ({
  ...settingsOf({
    agent: { config },
    variables,
    rejection: settings.rejection ?? null,
    isOutbound: outbound,
    transfers: transfers && config.transfer ? { transfer: config.transfer } : null,
  }),
  ...(config.handover && settings.agent && { agent: settings.agent }),
});

/** Longest value of a setting that is shown. */
const SETTING_MAX = 80;

/** The models of an agent, each in words. */
export const modelsOf = ({ models }: Pick<AgentConfigPayload, 'models'>): InputLogOrigin['models'] => ({
  stt: modelInWords(models.stt_config),
  llm: modelInWords(models.llm_config),
  tts: modelInWords(models.tts_config),
});

/** The provider and its short settings. */
const modelInWords = ({ provider, fallback: _fallback, ...settings }: ProviderConfig): string =>
  [
    provider,
    ...Object.entries(settings).flatMap(([name, value]) =>
      (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') &&
      String(value).length <= SETTING_MAX
        ? [`${name} ${value}`]
        : [],
    ),
  ].join(', ');
