import { invalid } from '../errors.ts';
import { readFields, readFlag, readItems, readObject, required, type JsonObject } from './json-readers.ts';
import {
  failedAnswer,
  REASON_MAX,
  shortenedTo,
  visibleText,
  CONTENT_MAX,
  plainAnswer,
  type ToolAnswer,
} from './tool-answer.ts';
import { parseDescription, parseSay, parseTimeout, parseToolName } from './tool-fields.ts';
import { patternBudget, type PatternBudget } from './pattern-budget.ts';
import { parseParameters } from './tool-parameters.ts';

/** A tool that runs in the page of a browser call. */
export interface PageTool {
  /** Name by which the model and the page call it. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  readonly timeout_secs: number;
  readonly side_effects: boolean;
  readonly say_while_waiting?: string;
}

/** What a page answered: its result, or nothing, and why. */
export type PageResult = { readonly result: unknown } | { readonly reason: string; readonly mayHaveRun: boolean };

const TOOLS_MAX = 32;

/** Parses an agent's page tools from untyped JSON. Empty when absent. */
export function parsePageTools(input: unknown): readonly PageTool[] {
  const budget = patternBudget();
  return readItems(input, 'page_tools', { most: TOOLS_MAX, read: (tool, path) => parsePageTool(tool, path, budget) });
}

function parsePageTool(input: unknown, path: string, budget: PatternBudget): PageTool {
  const tool = required(readObject(input, path), path);
  const at = (field: keyof PageTool): [unknown, string] => [tool[field], `${path}.${field}`];
  const { say_while_waiting, side_effects, ...read } = readFields(tool, path, {
    name: () => parseToolName(...at('name')),
    description: () => parseDescription(...at('description')),
    parameters: () => parseParameters(...at('parameters'), budget),
    timeout_secs: () => parseTimeout(...at('timeout_secs')),
    side_effects: () => readFlag(...at('side_effects')),
    say_while_waiting: () => parseSay(...at('say_while_waiting')),
  });
  return {
    ...read,
    side_effects: side_effects ?? true,
    ...(say_while_waiting !== null && { say_while_waiting }),
  };
}

/** Rejects page tools that are called like another one of the agent. */
export function requireOwnNames(tools: readonly PageTool[], others: readonly Pick<PageTool, 'name'>[]): void {
  const taken = new Set(others.map(({ name }) => name));
  const wrong = tools.flatMap(({ name }, index) => {
    const isTaken = taken.has(name);
    taken.add(name);
    return isTaken ? [`page_tools[${index}].name must differ from the names of the other tools`] : [];
  });
  if (wrong.length > 0) throw invalid(wrong);
}

/**
 * Reads what a page answered. It comes from the visitor's browser, so that it can be anything: the model reads it as text. An
 * object with nothing but an `error` is a failure.
 */
export function readPageResult(tool: Pick<PageTool, 'side_effects'>, answer: PageResult): ToolAnswer {
  if (!('result' in answer)) return failedAnswer(tool, { text: answer.reason, mayHaveRun: answer.mayHaveRun });
  const reason = errorIn(answer.result);
  if (reason !== null)
    return failedAnswer(tool, { text: shortenedTo(visibleText(reason, []), REASON_MAX), mayHaveRun: false });
  const text = typeof answer.result === 'string' ? answer.result : jsonOf(answer.result);
  if (text === null) return failedAnswer(tool, { text: 'an answer that is nested too deeply', mayHaveRun: true });
  const content =
    text.trim() === '' ? 'The tool answered without content' : shortenedTo(visibleText(text, []), CONTENT_MAX);
  return plainAnswer(true, content);
}

function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value ?? null);
  } catch {
    return null;
  }
}

function errorIn(result: unknown): string | null {
  if (typeof result !== 'object' || result === null || !('error' in result)) return null;
  return Object.keys(result).length === 1 && typeof result.error === 'string' ? result.error : null;
}
