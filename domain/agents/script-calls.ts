import { CALL_ANALYSIS } from '../calls/analysis-answer.ts';
import { invalid } from '../errors.ts';
import { nearestName } from '../nearest-name.ts';
import { END_CONVERSATION } from '../voice/conversation-context.ts';
import { HAND_OVER } from '../voice/handover-tool.ts';
import { COLLECT_DIGITS, keypadTools, SEND_DTMF } from '../voice/keypad-tools.ts';
import { SCHEDULE_CALLBACK } from '../voice/callback-tool.ts';
import { DO_NOT_CALL } from '../voice/do-not-call-tool.ts';
import { SET_RECORDING_CONSENT } from '../voice/consent-tool.ts';
import { CHANGE_STAGE, CONFIRM_FIELDS, SET_FIELDS, stageTools } from '../voice/stage-tools.ts';
import { SWITCH_LANGUAGE } from '../voice/language-switch.ts';
import { TRANSFER_CALL } from '../voice/transfer-tool.ts';
import type { AgentAnalysis } from './analysis.ts';
import type { AgentBehaviour } from './behaviour.ts';
import type { AgentLanguages } from './call-languages.ts';
import type { AgentCallbacks } from './callbacks.ts';
import type { AgentDoNotCall } from './do-not-call.ts';
import { effectiveBehaviour } from './effective-behaviour.ts';
import type { HttpTool } from './http-tool.ts';
import type { McpServer } from './mcp-server.ts';
import { readEach } from './json-readers.ts';
import { modelTools } from './model-tools.ts';
import type { AgentKeypad } from './keypad.ts';
import { providerChain, type AgentModels, type ProviderConfig } from './models.ts';
import type { PageTool } from './page-tools.ts';
import type { AgentRecording } from './recording.ts';
import type { AgentStage } from './agent-stages.ts';
import type { AgentHandover } from './handover.ts';
import type { AgentTransfer } from './transfer.ts';

/** LLM provider whose rules name the tools to call. */
const SCRIPT = 'script';

/** The sections of an agent's configuration that name tools or offer them. */
interface Config {
  readonly behaviour: AgentBehaviour;
  readonly languages?: AgentLanguages;
  readonly tools?: readonly HttpTool[];
  readonly mcp_servers?: readonly McpServer[];
  readonly page_tools?: readonly PageTool[];
  readonly keypad?: AgentKeypad;
  readonly transfer?: AgentTransfer;
  readonly handover?: AgentHandover;
  readonly recording?: AgentRecording;
  readonly do_not_call?: AgentDoNotCall;
  readonly callbacks?: AgentCallbacks;
  readonly models: AgentModels;
  readonly analysis?: AgentAnalysis;
  readonly stages?: readonly AgentStage[];
}

/** Names of the tools that the model of an agent is offered: those of the platform that are switched on, and its own. */
export function offeredToolNames({
  behaviour,
  languages,
  tools = [],
  mcp_servers = [],
  page_tools = [],
  ...ofCalls
}: Omit<Config, 'models' | 'analysis' | 'stages'>): readonly string[] {
  return [
    ...(languages?.switch_by === 'tool' ? [SWITCH_LANGUAGE] : []),
    ...modelTools({ tools, mcp_servers, page_tools }).map(({ name }) => name),
    ...callToolNames(ofCalls),
    ...(effectiveBehaviour(behaviour).mayEndCall ? [END_CONVERSATION.name] : []),
  ];
}

const callToolNames = ({
  keypad,
  transfer,
  handover,
  recording,
  do_not_call,
  callbacks,
}: Pick<Config, 'keypad' | 'transfer' | 'handover' | 'recording' | 'do_not_call' | 'callbacks'>): readonly string[] => [
  ...keypadTools(keypad).map(({ name }) => name),
  ...(transfer ? [TRANSFER_CALL] : []),
  ...(handover ? [HAND_OVER] : []),
  ...(recording?.mode === 'consent' ? [SET_RECORDING_CONSENT] : []),
  ...(do_not_call?.tool ? [DO_NOT_CALL] : []),
  ...(callbacks?.tool ? [SCHEDULE_CALLBACK] : []),
];

/** Settings that offer a tool of the platform. */
const SWITCHED_ON_BY: Readonly<Record<string, string>> = {
  [SEND_DTMF]: 'keypad.send true',
  [COLLECT_DIGITS]: 'an entry in keypad.collect',
  [SWITCH_LANGUAGE]: 'languages.switch_by tool',
  [TRANSFER_CALL]: 'transfer with a target',
  [SET_RECORDING_CONSENT]: 'recording.mode consent',
  [DO_NOT_CALL]: 'do_not_call.tool true',
  [SCHEDULE_CALLBACK]: 'callbacks.tool true',
  [CHANGE_STAGE]: 'a transition on call in stages',
  [SET_FIELDS]: 'a field that the caller fills in stages',
  [CONFIRM_FIELDS]: 'a field with confirm true in stages',
  [END_CONVERSATION.name]: 'both fields of behaviour.automatic_call_ending true',
};

/** Rejects rules of the script provider that call a tool which the agent does not have. */
export function requireScriptCalls(config: Config): void {
  const { models, analysis, stages = [] } = config;
  const ids = stages.map(({ id }) => id);
  const offered = [
    ...offeredToolNames(config),
    // Another agent can hand a call over with the way back, whatever this one has.
    HAND_OVER,
    ...new Set(stages.flatMap((stage) => stageTools(stage).map(({ name }) => name))),
    // The model of the conversation also analyses, unless another one does.
    ...(analysis && !analysis.llm_config ? [CALL_ANALYSIS] : []),
  ];
  const ofAnalysis = { offered: [CALL_ANALYSIS], ids: [] };
  readEach([
    ...rulesOfChain(models.llm_config, 'models.llm_config', { offered, ids }),
    ...stages.flatMap(({ llm_config }, at) =>
      llm_config ? rulesOfChain(llm_config, `stages[${at}].llm_config`, { offered, ids }) : [],
    ),
    ...(analysis?.llm_config ? rulesOfChain(analysis.llm_config, 'analysis.llm_config', ofAnalysis) : []),
  ]);
}

/** What rules may name. */
interface ScriptNames {
  readonly offered: readonly string[];
  readonly ids: readonly string[];
}

const rulesOfChain = (config: ProviderConfig, parent: string, known: ScriptNames): (() => void)[] =>
  providerChain(config).flatMap(({ provider, ...settings }, nth) => {
    const path = `${parent}${nth === 0 ? '' : '.fallback'}`;
    const rules = provider === SCRIPT && Array.isArray(settings['rules']) ? (settings['rules'] as unknown[]) : [];
    return rules.map((rule, index) => () => requireCallable(rule as Rule, `${path}.rules[${index}]`, known));
  });

/** A rule that its provider has checked. */
interface Rule {
  readonly say: string;
  readonly call?: { readonly tool: string };
  readonly say_answer?: string;
  readonly stage?: string;
}

function requireCallable({ say, call, say_answer, stage }: Rule, path: string, { offered, ids }: ScriptNames): void {
  if (stage !== undefined && !ids.includes(stage))
    throw invalid(`${path}.stage must be the id of a stage of the agent`);
  if (!call) return;
  if (!offered.includes(call.tool)) throw invalid(`${path}.call.tool ${whyNotOffered(call.tool, offered)}`);
  const isSilent = call.tool === SWITCH_LANGUAGE && say.trim() === '' && (say_answer ?? '').trim() === '';
  if (isSilent) throw invalid(`${path}.say_answer is required: the agent's first words in the new language`);
}

function whyNotOffered(tool: string, offered: readonly string[]): string {
  const condition = Object.hasOwn(SWITCHED_ON_BY, tool) ? SWITCHED_ON_BY[tool] : undefined;
  if (condition !== undefined) return `${tool} requires ${condition}`;
  const near = nearestName(tool, offered);
  const advice = near === null ? 'add it to tools' : `did you mean ${near}?`;
  return `is not a tool of the agent, ${tool.slice(0, 64)}: ${advice}`;
}
