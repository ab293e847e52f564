import { invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { readChoice, readFields, readFlag, readItems, readObject, readText, required } from './json-readers.ts';
import { parseStageFields, type StageField } from './stage-fields.ts';
import { patternBudget, type PatternBudget } from './pattern-budget.ts';

const CONTEXTS = ['all', 'summary', 'fields'] as const;

/** What an agent that takes over knows of the conversation before. `fields`: fields and the caller's last turn. */
export type HandoverContext = (typeof CONTEXTS)[number];

/** An agent that calls can be handed over to. */
export interface HandoverTarget {
  readonly name: string;
  /** An agent of the same organisation. */
  readonly agent_id: string;
  /** When to hand over to it, for the model. */
  readonly description: string;
  /** What the agent says before, unless the model says something. */
  readonly say?: string;
  readonly context: HandoverContext;
  /** What the agent gets as variables of the call. */
  readonly fields: readonly StageField[];
  /** Whether it can hand the call back. */
  readonly may_return: boolean;
}

/** Handovers of an agent's calls to other agents. */
export interface AgentHandover {
  readonly targets: readonly HandoverTarget[];
}

/** The target with which an agent hands the call back. No configured one has this name. */
export const PREVIOUS_AGENT = 'previous_agent';

const TARGETS_MAX = 10;
const NAME = /^[a-z][a-z0-9_]{0,31}$/;
const DESCRIPTION_MAX = 500;
const SAY_MAX = 200;
const ID_MAX = 64;

/** Parses handovers from untyped JSON. Null when absent. */
export function parseHandover(input: unknown): AgentHandover | null {
  const given = readObject(input, 'handover');
  if (!given) return null;
  const budget = patternBudget();
  const read = (item: unknown, path: string): HandoverTarget => parseTarget(item, path, budget);
  const { targets } = readFields(given, 'handover', {
    targets: () => readItems(given['targets'], 'handover.targets', { most: TARGETS_MAX, read }),
  });
  if (targets.length === 0) throw invalid('handover.targets must be a list of at least one target');
  const names = targets.map(({ name }) => name);
  const repeated = names.flatMap((name, at) => (names.indexOf(name) < at ? [`handover.targets[${at}].name`] : []));
  if (repeated.length > 0) throw invalid(repeated.map((path) => `${path} must differ from the names before it`));
  return { targets };
}

function parseTarget(input: unknown, path: string, budget: PatternBudget): HandoverTarget {
  const given = required(readObject(input, path), path);
  const at = (field: keyof HandoverTarget): [unknown, string] => [given[field], `${path}.${field}`];
  const { say, ...target } = readFields(given, path, {
    name: () => parseName(...at('name')),
    agent_id: () => required(oneLineOf(...at('agent_id'), ID_MAX), `${path}.agent_id`),
    description: () => required(oneLineOf(...at('description'), DESCRIPTION_MAX), `${path}.description`),
    say: () => oneLineOf(...at('say'), SAY_MAX),
    context: () => readChoice(CONTEXTS, ...at('context')) ?? 'all',
    fields: () => parseFields(...at('fields'), budget),
    may_return: () => readFlag(...at('may_return')) ?? false,
  });
  return { ...target, ...(say !== null && { say }) };
}

function parseName(value: unknown, path: string): string {
  const name = required(readText(value, path), path);
  if (!NAME.test(name))
    throw invalid(`${path} must be 1 to 32 lower-case letters, digits and underscores, and start with a letter`);
  if (name === PREVIOUS_AGENT) throw invalid(`${path} must not be ${PREVIOUS_AGENT}: that is the way back`);
  return name;
}

/** A text of one line. Null when absent or blank. */
function oneLineOf(value: unknown, path: string, most: number): string | null {
  const text = (readText(value, path) ?? '').trim();
  if (text.length > most) throw invalid(`${path} must have at most ${most} characters`);
  if (!isPlainText(text)) throw invalid(`${path} must be one line without control characters`);
  return text === '' ? null : text;
}

/** Fields as stages have them, but for what takes several turns of the caller: they are given with the handover. */
function parseFields(input: unknown, path: string, budget: PatternBudget): readonly StageField[] {
  const fields = parseStageFields(input, path, budget);
  const names = fields.map(({ name }) => name);
  const wrong = fields.flatMap((field, at) => [
    ...(field.confirm ? [`${path}[${at}].confirm does not apply to a handover`] : []),
    ...(field.filled_by === 'tool' ? [`${path}[${at}].filled_by does not apply to a handover`] : []),
    ...(names.indexOf(field.name) < at ? [`${path}[${at}].name must differ from those before it`] : []),
    ...(field.name === 'target' ? [`${path}[${at}].name must not be target`] : []),
  ]);
  if (wrong.length > 0) throw invalid(wrong);
  return fields;
}
