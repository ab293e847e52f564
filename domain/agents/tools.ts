import { invalid } from '../errors.ts';
import { readEach, readFields, readFlag, readObject, readText, required } from './json-readers.ts';
import type { HttpTool, ToolMethod, ToolResponseFormat } from './http-tool.ts';
import { requireValuePath } from './tool-answer.ts';
import { parseDescription, parseSay, parseTimeout, parseToolName } from './tool-fields.ts';
import { patternBudget, type PatternBudget } from './pattern-budget.ts';
import { argumentNames, parseParameters } from './tool-parameters.ts';
import { requestTemplates, secretNamesIn } from './placed-templates.ts';
import { parseRequest } from './tool-request.ts';
import { isRecord } from '../unverified-json.ts';

const TOOLS_MAX = 32;
const VARIABLES_MAX = 20;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Parses an agent's tools from untyped JSON. Templates may use these custom variables. Empty when absent. */
export function parseTools(input: unknown, customVariables: readonly string[]): readonly HttpTool[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw invalid('tools must be a list of tools');
  if (input.length > TOOLS_MAX) throw invalid(`tools must have at most ${TOOLS_MAX} tools`);
  const known = [...customVariables, ...input.flatMap(variableNames)];
  const budget = patternBudget();
  const tools = readEach(input.map((tool: unknown, index) => () => parseTool(tool, `tools[${index}]`, known, budget)));
  const names = tools.map(({ name }) => name);
  const repeated = names.flatMap((name, index) => (names.indexOf(name) < index ? [`tools[${index}].name`] : []));
  if (repeated.length > 0) throw invalid(repeated.map((path) => `${path} must differ from the names before it`));
  return tools;
}

/** Names of the secrets that a tool sends, without duplicates. */
export const secretNames = ({ request }: Pick<HttpTool, 'request'>): string[] =>
  secretNamesIn(requestTemplates(request));

const variableNames = (tool: unknown): string[] => {
  const variables = isRecord(tool) ? tool['variables'] : null;
  return isRecord(variables) ? Object.keys(variables) : [];
};

function parseTool(input: unknown, path: string, variables: readonly string[], budget: PatternBudget): HttpTool {
  const tool = required(readObject(input, path), path);
  const at = (field: keyof HttpTool): [unknown, string] => [tool[field], `${path}.${field}`];
  const known = new Set([...variables, ...(isRecord(tool['parameters']) ? argumentNames(tool['parameters']) : [])]);
  const {
    say_while_waiting,
    variables: outputs,
    side_effects,
    ...read
  } = readFields(tool, path, {
    type: () => parseType(...at('type')),
    name: () => parseToolName(...at('name')),
    description: () => parseDescription(...at('description')),
    parameters: () => parseParameters(...at('parameters'), budget),
    request: () => parseRequest(...at('request'), known),
    timeout_secs: () => parseTimeout(...at('timeout_secs')),
    say_while_waiting: () => parseSay(...at('say_while_waiting')),
    response: () => parseResponse(...at('response')),
    variables: () => parseOutputs(...at('variables')),
    side_effects: () => readFlag(...at('side_effects')),
  });
  if (outputs && read.response.format === 'text') throw invalid(`${path}.variables requires response.format json`);
  return {
    ...read,
    ...(say_while_waiting !== null && { say_while_waiting }),
    ...(outputs && { variables: outputs }),
    side_effects: side_effects ?? isChanging(read.request.method),
  };
}

const isChanging = (method: ToolMethod): boolean => method !== 'GET';

function parseType(value: unknown, path: string): 'http' {
  if (value !== 'http') throw invalid(`${path} must be http`);
  return value;
}

function parseResponse(value: unknown, path: string): ToolResponseFormat {
  const response = readObject(value, path) ?? {};
  const { format, path: part } = readFields(response, path, {
    format: () => parseFormat(response['format'], `${path}.format`),
    path: () => readText(response['path'], `${path}.path`),
  });
  if (part === null) return { format };
  if (format === 'text') throw invalid(`${path}.path requires response.format json`);
  requireValuePath(part, `${path}.path`);
  return { format, path: part };
}

function parseFormat(value: unknown, path: string): ToolResponseFormat['format'] {
  const format = readText(value, path) ?? 'json';
  if (format !== 'json' && format !== 'text') throw invalid(`${path} must be json or text`);
  return format;
}

function parseOutputs(value: unknown, path: string): Readonly<Record<string, string>> | null {
  const outputs = Object.entries(readObject(value, path) ?? {});
  if (outputs.length > VARIABLES_MAX) throw invalid(`${path} must have at most ${VARIABLES_MAX} variables`);
  const parsed = readEach(
    outputs.map(([name, part]) => () => {
      if (!VARIABLE_NAME.test(name) || name === '__proto__')
        throw invalid(`${path} must have names of letters, digits and underscores that do not start with a digit`);
      const text = required(readText(part, `${path}.${name}`), `${path}.${name}`);
      requireValuePath(text, `${path}.${name}`);
      return [name, text] as const;
    }),
  );
  return parsed.length === 0 ? null : Object.fromEntries(parsed);
}
