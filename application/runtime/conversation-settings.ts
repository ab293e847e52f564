import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { modelTools, type ModelTool } from '../../domain/agents/model-tools.ts';
import type { AgentTransfer } from '../../domain/agents/transfer.ts';
import { CONSENT_WAIT } from '../../domain/agents/recording.ts';
import { effectiveBehaviour } from '../../domain/agents/effective-behaviour.ts';
import { mergeVariables, substitute, type CustomVariables } from '../../domain/agents/variables.ts';
import { END_CONVERSATION, type Tool } from '../../domain/voice/conversation-context.ts';
import { keypadActions, keypadTools } from '../../domain/voice/keypad-tools.ts';
import { CALLBACK_TOOL } from '../../domain/voice/callback-tool.ts';
import { HAND_OVER, handoverTool } from '../../domain/voice/handover-tool.ts';
import type { AgentHandover } from '../../domain/agents/handover.ts';
import { DO_NOT_CALL_TOOL } from '../../domain/voice/do-not-call-tool.ts';
import { CONSENT_TOOL } from '../../domain/voice/consent-tool.ts';
import { consentQuestionIn } from '../../domain/voice/consent-words.ts';
import { languageInstruction, switchLanguageTool } from '../../domain/voice/language-switch.ts';
import type { ConversationLanguages } from '../../domain/voice/conversation-languages.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { TRANSFER_CALL, transferTool } from '../../domain/voice/transfer-tool.ts';
import type { ToolAction } from '../../domain/voice/tool-state.ts';
import { stageActions, stagesOf } from './stage-settings.ts';

/** Settings of a call: variables substituted, defaults applied, and the tools the agent may use. */
export function conversationSettings(
  config: AgentConfigPayload,
  perCall: Readonly<Record<string, unknown>>,
  /** Transfers that this call can make. */
  transfer: AgentTransfer | null = null,
): ConversationSettings {
  const { mayEndCall, ...behaviour } = effectiveBehaviour(config.behaviour);
  const { keypad } = config;
  const tools = modelTools(config);
  const actions = {
    ...actionsOf(tools, keypad, transfer),
    ...consentActions(config),
    ...laterCallActions(config),
    ...handoverActions(config.handover),
    ...stageActions(config.stages),
  };
  const ending = mayEndCall ? [END_CONVERSATION] : [];
  const variables = mergeVariables(config.custom_variables, perCall);
  const systemPrompt = substitute(config.prompts.system_prompt, variables);
  const languages = languagesOf(config, systemPrompt, variables);
  const choices = languages?.switchBy === 'tool' ? languages.choices.map(({ language }) => language) : [];
  const offered = [
    ...(choices.length > 0 ? [switchLanguageTool(choices)] : []),
    ...tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    ...keypadTools(keypad),
    ...(transfer ? [transferTool(transfer)] : []),
    ...consentTools(config),
    ...laterCallTools(config),
    ...(config.handover ? [handoverTool(config.handover)] : []),
    ...ending,
  ];
  return {
    ...behaviour,
    language: config.language.primary,
    systemPrompt,
    ...(languages && { languages }),
    greeting: substitute(config.prompts.greeting_message, variables),
    ...endpointingOf(config),
    ...limitOf(config, variables),
    ...consentOf(config, variables),
    tools: offered,
    ...stagesOf(config.stages, offered, variables),
    ...(Object.keys(actions).length > 0 && { actions }),
  };
}

function actionsOf(
  tools: readonly ModelTool[],
  keypad: AgentConfigPayload['keypad'],
  transfer: AgentTransfer | null,
): Readonly<Record<string, ToolAction>> {
  return {
    ...Object.fromEntries(tools.map((tool) => [tool.name, actionOf(tool)])),
    ...keypadActions(keypad),
    ...(transfer && { [TRANSFER_CALL]: transferActionOf(transfer) }),
  };
}

type RecordingConfig = Pick<AgentConfigPayload, 'recording'>;

const consentTools = ({ recording }: RecordingConfig): readonly Tool[] =>
  recording?.mode === 'consent' ? [CONSENT_TOOL] : [];

const consentActions = (config: RecordingConfig): Readonly<Record<string, ToolAction>> =>
  Object.fromEntries(consentTools(config).map(({ name }) => [name, { hasSideEffects: false, waitingMessage: null }]));

type LaterCalls = Pick<AgentConfigPayload, 'do_not_call' | 'callbacks'>;

/** The tools that decide on later calls. */
const laterCallTools = ({ do_not_call, callbacks }: LaterCalls): readonly Tool[] => [
  ...(do_not_call?.tool ? [DO_NOT_CALL_TOOL] : []),
  ...(callbacks?.tool ? [CALLBACK_TOOL] : []),
];

const laterCallActions = (config: LaterCalls): Readonly<Record<string, ToolAction>> =>
  Object.fromEntries(laterCallTools(config).map(({ name }) => [name, { hasSideEffects: true, waitingMessage: null }]));

function consentOf(
  { recording, language }: AgentConfigPayload,
  variables: CustomVariables,
): Pick<ConversationSettings, 'consent'> {
  if (recording?.mode !== 'consent') return {};
  const question = substitute(recording.question ?? consentQuestionIn(language.primary) ?? '', variables);
  return { consent: { question, waitMs: (recording.wait_secs ?? CONSENT_WAIT.default) * 1000 } };
}

/** Without side effects: a caller who interrupts it stays with the agent. */
const handoverActions = (handover: AgentHandover | undefined): Readonly<Record<string, ToolAction>> =>
  handover
    ? {
        [HAND_OVER]: {
          hasSideEffects: false,
          waitingMessage: '',
          announcements: Object.fromEntries(
            handover.targets.flatMap(({ name, say }) => (say === undefined ? [] : [[name, say]])),
          ),
        },
      }
    : {};

const transferActionOf = ({ targets }: AgentTransfer): ToolAction => ({
  hasSideEffects: true,
  waitingMessage: null,
  waitingMessages: Object.fromEntries(targets.flatMap(({ name, say }) => (say === undefined ? [] : [[name, say]]))),
  answerMs: TIMEOUTS_MS.transfer,
});

const actionOf = ({ side_effects, say_while_waiting }: ModelTool): ToolAction => ({
  hasSideEffects: side_effects,
  waitingMessage: say_while_waiting ?? null,
});

function endpointingOf({ endpointing }: AgentConfigPayload): Pick<ConversationSettings, 'endpointing'> {
  if (!endpointing) return {};
  const { mode, max_wait_ms: maxWaitMs } = endpointing;
  const waits = endpointing.waits.map(({ wait_ms: waitMs, ...words }) => ({ ...words, waitMs }));
  return { endpointing: { mode, maxWaitMs, waits } };
}

function limitOf({ limits }: AgentConfigPayload, variables: CustomVariables): Pick<ConversationSettings, 'limit'> {
  if (limits?.max_call_seconds === undefined) return {};
  const message = substitute(limits.warning ?? '', variables);
  const warning = message.trim() === '' ? null : { message, beforeMs: (limits.warning_seconds_before ?? 0) * 1000 };
  const closingMessage = substitute(limits.closing ?? '', variables);
  return { limit: { maxMs: limits.max_call_seconds * 1000, warning, closingMessage } };
}

function languagesOf(
  { languages, language: { primary } }: AgentConfigPayload,
  systemPrompt: string,
  variables: CustomVariables,
): ConversationLanguages | null {
  if (!languages) return null;
  const others = languages.others.map(({ language, prompt }) => ({
    language,
    systemPrompt: [systemPrompt, languageInstruction(language), substitute(prompt, variables)]
      .filter((part) => part.trim() !== '')
      .join('\n\n'),
  }));
  return { switchBy: languages.switch_by, choices: [{ language: primary, systemPrompt }, ...others] };
}
