import { invalid } from '../errors.ts';
import { nearestName } from '../nearest-name.ts';
import { requireWellFormed } from '../well-formed-json.ts';
import { parseAnalysis, type AgentAnalysis } from './analysis.ts';
import { parseCallbacks, type AgentCallbacks } from './callbacks.ts';
import { parseCallerAudio, type AgentCallerAudio } from './caller-audio.ts';
import { parseBehaviour, type AgentBehaviour } from './behaviour.ts';
import { parseDoNotCall, type AgentDoNotCall } from './do-not-call.ts';
import { parseKnowledgeBase, requireFittingProviders, type AgentKnowledgeBase } from './knowledge-base.ts';
import { parseLanguage, type AgentLanguage } from './language.ts';
import { parseModels, providerChain, providersOfOneAgent, type AgentModels, type KnownProviders } from './models.ts';
import { parsePrompts, type AgentPrompts } from './prompts.ts';
import { readAll, readEach, readInteger, readObject, required, type JsonObject } from './json-readers.ts';
import { entryNames, parseKeypad, requireDigitsOutsideUrls, type AgentKeypad } from './keypad.ts';
import { parseLanguages, requireSwitchableLanguages, type AgentLanguages } from './call-languages.ts';
import { parseEndpointing, type AgentEndpointing } from './endpointing.ts';
import type { HttpTool } from './http-tool.ts';
import type { McpServer } from './mcp-server.ts';
import { parseMcpServers, requireDistinctTools } from './mcp-servers.ts';
import { parseHandover, type AgentHandover } from './handover.ts';
import { parseLimits, type AgentLimits } from './limits.ts';
import { parsePreCall, type AgentPreCall } from './pre-call.ts';
import { parseRecording, requireQuestion, type AgentRecording } from './recording.ts';
import { parseRedaction, type AgentRedaction } from './redaction.ts';
import { parseSpeech, type AgentSpeechSettings } from './speech.ts';
import { modelTools } from './model-tools.ts';
import { parsePageTools, requireOwnNames, type PageTool } from './page-tools.ts';
import { offeredToolNames, requireScriptCalls } from './script-calls.ts';
import { stageFieldNames } from './stage-fields.ts';
import { requireWalkableStages } from './stage-graph.ts';
import { parseStages, type AgentStage } from './agent-stages.ts';
import { parseTools } from './tools.ts';
import { parseTransfer, type AgentTransfer } from './transfer.ts';
import { parseVoicemail, type AgentVoicemail } from './voicemail.ts';
import { parseVariables, type CustomVariables } from './variables.ts';
import { parseWeb, type AgentWeb } from './web.ts';

/** Full configuration of an agent. Spec: AgentConfigPayload. */
export interface AgentConfigPayload {
  /** Reserved for later migrations. No code depends on it. */
  readonly schema_version: number;
  readonly prompts: AgentPrompts;
  readonly behaviour: AgentBehaviour;
  readonly language: AgentLanguage;
  readonly models: AgentModels;
  readonly knowledge_base: AgentKnowledgeBase;
  readonly custom_variables: CustomVariables;
  readonly speech?: AgentSpeechSettings;
  readonly caller_audio?: AgentCallerAudio;
  readonly endpointing?: AgentEndpointing;
  readonly languages?: AgentLanguages;
  readonly limits?: AgentLimits;
  readonly web?: AgentWeb;
  readonly pre_call?: AgentPreCall;
  /** Absent without tools. */
  readonly tools?: readonly HttpTool[];
  /** Absent without MCP servers. */
  readonly mcp_servers?: readonly McpServer[];
  /** Absent without page tools. */
  readonly page_tools?: readonly PageTool[];
  readonly keypad?: AgentKeypad;
  readonly transfer?: AgentTransfer;
  readonly handover?: AgentHandover;
  readonly voicemail?: AgentVoicemail;
  readonly recording?: AgentRecording;
  readonly redaction?: AgentRedaction;
  readonly do_not_call?: AgentDoNotCall;
  readonly callbacks?: AgentCallbacks;
  readonly analysis?: AgentAnalysis;
  /** Absent without stages. Calls begin in the first one. */
  readonly stages?: readonly AgentStage[];
}

/** Names of the fields of an object, if it is one. */
const namesIn = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

/** Sections of the specification, whose unknown fields are dropped, and those that the platform adds. */
const SPECIFIED = [
  ...['schema_version', 'prompts', 'behaviour', 'language', 'models', 'knowledge_base', 'custom_variables'],
];
const ADDED = [
  ...[
    'speech',
    'caller_audio',
    'endpointing',
    'languages',
    'limits',
    'web',
    'pre_call',
    'tools',
    'mcp_servers',
    'page_tools',
    'keypad',
    'transfer',
    'handover',
    'voicemail',
    'recording',
    'redaction',
    'do_not_call',
    'callbacks',
    'analysis',
    'stages',
  ],
];

const SECTIONS = [...SPECIFIED, ...ADDED];
/** Unknown sections whose spelling is checked. */
const UNKNOWN_MAX = 50;

/** Rejects a misspelt section that the platform adds. Other unknown sections are dropped. */
function requireSpelledSection(name: string): void {
  const near = nearestName(name, SECTIONS);
  if (near !== null && ADDED.includes(near)) throw invalid(`${name.slice(0, 64)} is unknown: did you mean ${near}?`);
}

function requireReadable(given: JsonObject): void {
  const unknown = Object.keys(given).filter((name) => !SECTIONS.includes(name));
  readEach([
    ...unknown.slice(0, UNKNOWN_MAX).map((name) => () => requireSpelledSection(name)),
    ...Object.entries(given).map(
      ([name, part]) =>
        () =>
          requireWellFormed(part, name),
    ),
  ]);
}

/**
 * Parses a configuration from untyped JSON and fills in defaults. Unknown fields are dropped in the sections of the
 * specification and rejected in those that the platform adds. Throws one `invalid` error that lists every problem with
 * its field. Parsing the result again changes nothing.
 */
export function parseAgentConfig(input: unknown, known: KnownProviders): AgentConfigPayload {
  const providers = providersOfOneAgent(known);
  const given = required(readObject(input, 'config'), 'config');
  requireReadable(given);
  const { tools, mcp_servers, page_tools, keypad, recording, ...read } = readAll({
    schema_version: () => readInteger(given['schema_version'], 'schema_version') ?? 1,
    prompts: () => parsePrompts(given['prompts']),
    behaviour: () => parseBehaviour(given['behaviour']),
    language: () => parseLanguage(given['language']),
    models: () => parseModels(given['models'], providers),
    knowledge_base: () => parseKnowledgeBase(given['knowledge_base']),
    custom_variables: () => parseVariables(given['custom_variables']),
    speech: () => parseSpeech(given['speech']),
    caller_audio: () => parseCallerAudio(given['caller_audio']),
    endpointing: () => parseEndpointing(given['endpointing']),
    languages: () => parseLanguages(given['languages'], providers),
    limits: () => parseLimits(given['limits']),
    pre_call: () => parsePreCall(given['pre_call']),
    ...toolReaders(given),
    stages: () => parseStages(given['stages'], providers),
    ...callReaders(given, providers),
  });
  const { speech, caller_audio, endpointing, languages, limits, pre_call, ...others } = read;
  const { transfer, handover, voicemail, redaction, do_not_call, callbacks, analysis, web, stages, ...parsed } = others;
  requireFittingProviders(parsed.knowledge_base, llmProvidersOf(parsed.models, stages));
  requireSwitchableLanguages(languages, parsed.language.primary, parsed.models, providers);
  requireDistinctTools(mcp_servers, tools);
  requireOwnNames(page_tools, modelTools({ tools, mcp_servers }));
  requireDigitsOutsideUrls(tools, keypad);
  requireQuestion(recording, parsed.language.primary);
  // An agent without an optional section is stored without it.
  const config: AgentConfigPayload = {
    ...parsed,
    ...present({ speech, caller_audio, endpointing, languages, limits, pre_call }),
    ...filled({ tools, mcp_servers, page_tools }),
    ...present({ keypad, transfer, handover, voicemail, recording, redaction, do_not_call, callbacks, analysis, web }),
    ...filled({ stages }),
  };
  requireStages(config);
  requireScriptCalls(config);
  return config;
}

/** The LLM providers of an agent and its stages. */
const llmProvidersOf = (models: AgentModels, stages: readonly AgentStage[]): readonly string[] =>
  [models, ...stages].flatMap(({ llm_config }) =>
    llm_config ? providerChain(llm_config).map(({ provider }) => provider) : [],
  );

/** Names of the variables that tools can send. */
const variableNames = (given: JsonObject): string[] => [
  ...namesIn(given['custom_variables']),
  ...entryNames(given['keypad']),
  ...stageFieldNames(given['stages']),
];

function requireStages(config: AgentConfigPayload): void {
  requireWalkableStages(config.stages ?? [], {
    offered: offeredToolNames(config),
    own: modelTools(config).map(({ name }) => name),
    targets: config.transfer?.targets.map(({ name }) => name) ?? [],
    languages: [config.language.primary, ...(config.languages?.others ?? []).map(({ language }) => language)],
    agents: config.handover?.targets.map(({ name }) => name) ?? [],
  });
}

/** The readers of the sections that have tools. */
const toolReaders = (given: JsonObject) => ({
  tools: () => parseTools(given['tools'], variableNames(given)),
  mcp_servers: () => parseMcpServers(given['mcp_servers'], namesIn(given['custom_variables'])),
  page_tools: () => parsePageTools(given['page_tools']),
});

/** The readers of the sections about calls. */
function callReaders(given: JsonObject, providers: KnownProviders) {
  const variables = namesIn(given['custom_variables']);
  return {
    keypad: () => parseKeypad(given['keypad']),
    transfer: () => parseTransfer(given['transfer'], variables),
    handover: () => parseHandover(given['handover']),
    voicemail: () => parseVoicemail(given['voicemail'], variables),
    recording: () => parseRecording(given['recording'], variables),
    redaction: () => parseRedaction(given['redaction']),
    callbacks: () => parseCallbacks(given['callbacks']),
    do_not_call: () => parseDoNotCall(given['do_not_call']),
    analysis: () => parseAnalysis(given['analysis'], providers),
    web: () => parseWeb(given['web']),
  };
}

/** The sections that are given. */
const present = <T extends object>(sections: T): { readonly [Name in keyof T]?: NonNullable<T[Name]> } =>
  Object.fromEntries(Object.entries(sections).filter(([, section]) => section !== null)) as never;

/** The sections that list anything. */
const filled = <T extends Readonly<Record<string, readonly unknown[]>>>(sections: T): Partial<T> =>
  Object.fromEntries(Object.entries(sections).filter(([, items]) => items.length > 0)) as never;
