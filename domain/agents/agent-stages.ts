import { invalid } from '../errors.ts';
import {
  readChoice,
  readFields,
  readItems,
  readName,
  readObject,
  readText,
  readTexts,
  required,
} from './json-readers.ts';
import { readLanguage } from './language.ts';
import { parseProviderChain, type KnownProviders, type ProviderConfig } from './models.ts';
import { parseEntry, parseExit, type StageAction } from './stage-actions.ts';
import { listedFields, parseStageFields, type StageField } from './stage-fields.ts';
import { parseTransitions, type StageTransition } from './stage-transitions.ts';
import { patternBudget, type PatternBudget } from './pattern-budget.ts';

const CONTEXTS = ['all', 'summary', 'fields'] as const;

/** A part of a conversation with instructions, tools and aims of its own. */
export interface AgentStage {
  readonly id: string;
  /** Added to the system prompt while the conversation is in this stage. */
  readonly instructions: string;
  /** Names of the tools that the model has here. Absent: all of the agent. */
  readonly tools?: readonly string[];
  /** What it finds out. */
  readonly fields: readonly StageField[];
  readonly transitions: readonly StageTransition[];
  /**
   * What the model knows of the conversation before it. `summary`: what a model wrote of it, collected fields and the
   * present turn. `fields`: the same without a summary.
   */
  readonly context: (typeof CONTEXTS)[number];
  readonly on_enter: readonly StageAction[];
  readonly on_exit: readonly StageAction[];
  /** The language that the call switches to when the stage begins. Absent: it stays in its language. */
  readonly language?: string;
  /** Voice and model in this stage. Absent: those of the agent. */
  readonly tts_config?: ProviderConfig;
  readonly llm_config?: ProviderConfig;
}

const STAGES_MAX = 30;
/** Fields of all stages together. */
const FIELDS_MAX = 50;
const INSTRUCTIONS_MAX = 20_000;
const TOOLS_MAX = 100;

/** Parses the stages of an agent from untyped JSON. Empty when absent. */
export function parseStages(input: unknown, providers: KnownProviders): readonly AgentStage[] {
  if (listedFields(input).length > FIELDS_MAX) throw invalid(`stages must have at most ${FIELDS_MAX} fields together`);
  const budget = patternBudget();
  const read = (item: unknown, path: string): AgentStage => parseStage(item, path, { providers, budget });
  const stages = readItems(input, 'stages', { most: STAGES_MAX, read });
  requireDistinct(stages);
  return stages;
}

interface StageContext {
  readonly providers: KnownProviders;
  /** Of the fields of all stages. */
  readonly budget: PatternBudget;
}

function parseStage(input: unknown, path: string, { providers, budget }: StageContext): AgentStage {
  const given = required(readObject(input, path), path);
  const at = (field: keyof AgentStage): [unknown, string] => [given[field], `${path}.${field}`];
  const model = (kind: 'tts' | 'llm') => () =>
    readObject(given[`${kind}_config`], `${path}.${kind}_config`) &&
    parseProviderChain(given[`${kind}_config`], kind, providers, path);
  const { tools, language, tts_config, llm_config, ...always } = readFields(given, path, {
    id: () => readName(...at('id')),
    instructions: () => parseInstructions(...at('instructions')),
    tools: () => parseToolNames(...at('tools')),
    fields: () => parseStageFields(...at('fields'), budget),
    transitions: () => parseTransitions(...at('transitions')),
    context: () => readChoice(CONTEXTS, ...at('context')) ?? 'all',
    on_enter: () => parseEntry(...at('on_enter')),
    on_exit: () => parseExit(...at('on_exit')),
    language: () => readLanguage(...at('language')),
    tts_config: model('tts'),
    llm_config: model('llm'),
  });
  return {
    ...always,
    ...(tools && { tools }),
    ...(language !== null && { language }),
    ...(tts_config && { tts_config }),
    ...(llm_config && { llm_config }),
  };
}

function parseInstructions(value: unknown, path: string): string {
  const text = readText(value, path) ?? '';
  if (text.length > INSTRUCTIONS_MAX) throw invalid(`${path} must have at most ${INSTRUCTIONS_MAX} characters`);
  return text.trim();
}

function parseToolNames(value: unknown, path: string): readonly string[] | null {
  const names = readTexts(value, path);
  if (names && names.length > TOOLS_MAX) throw invalid(`${path} must have at most ${TOOLS_MAX} items`);
  return names && [...new Set(names)];
}

/** Rejects ids and names of fields that occur twice: conditions and tools name them without their stage. */
function requireDistinct(stages: readonly AgentStage[]): void {
  const named = stages.flatMap(({ fields }, index) =>
    fields.map(({ name }, at) => ({ name, path: `stages[${index}].fields[${at}].name` })),
  );
  const ids = stages.map(({ id: name }, index) => ({ name, path: `stages[${index}].id` }));
  const wrong = [...repeatedIn(ids), ...repeatedIn(named)];
  if (wrong.length > 0) throw invalid(wrong.map((path) => `${path} must differ from those before it`));
}

const repeatedIn = (named: readonly { readonly name: string; readonly path: string }[]): string[] => {
  const names = named.map(({ name }) => name);
  return named.flatMap(({ name, path }, index) => (names.indexOf(name) < index ? [path] : []));
};
