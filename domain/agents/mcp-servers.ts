import { invalid } from '../errors.ts';
import {
  readAll,
  readEach,
  readFields,
  readFlag,
  readObject,
  readText,
  required,
  type JsonObject,
} from './json-readers.ts';
import type { HttpTool } from './http-tool.ts';
import { mcpToolName, type McpEndpoint, type McpServer, type McpTool } from './mcp-server.ts';
import { fieldTemplates, secretNamesIn } from './placed-templates.ts';
import { isReserved, parseDescription, parseSay, parseTimeout } from './tool-fields.ts';
import { parseFields, requireOwnHeaders } from './tool-headers.ts';
import { patternBudget, type PatternBudget } from './pattern-budget.ts';
import { parseParameters } from './tool-parameters.ts';
import { requirePlainTemplate } from './tool-templates.ts';

const SERVERS_MAX = 8;
/** Tools of all MCP servers of an agent. */
const TOOLS_MAX = 32;
const SERVER_NAME = /^[a-z][a-z0-9_]{0,31}$/;
/** Printable ASCII without spaces. */
export const MCP_TOOL_NAME_MAX = 128;
const TOOL_NAME = /^[!-~]{1,128}$/;
const CALLED_NAME_MAX = 64;
const URL_TEXT = /^https?:\/\/[^/?#{}\\\s@]+([/?][^#{}\\\s]*)?$/;
/** Headers of the protocol. */
const PROTOCOL_HEADERS: readonly string[] = [
  ...['accept', 'content-type', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id'],
];

/** Parses an agent's MCP servers from untyped JSON. Headers may use these custom variables. Empty when absent. */
export function parseMcpServers(input: unknown, customVariables: readonly string[]): readonly McpServer[] {
  const path = 'mcp_servers';
  const servers = readList(input, path, SERVERS_MAX);
  const context = { known: new Set(customVariables), budget: patternBudget() };
  const parsed = readEach(servers.map((server, index) => () => parseServer(server, `${path}[${index}]`, context)));
  requireDistinct(
    parsed.map(({ name }) => name),
    (index) => `${path}[${index}].name`,
  );
  if (parsed.flatMap(({ tools }) => tools).length > TOOLS_MAX)
    throw invalid(`${path} must have at most ${TOOLS_MAX} tools together`);
  return parsed;
}

/** Parses where a server is, and what is sent to it, from untyped JSON. Headers may use these custom variables. */
export function parseMcpEndpoint(input: JsonObject, customVariables: readonly string[]): Omit<McpEndpoint, 'name'> {
  return withoutEmptyHeaders(readAll(addressReaders(input, '', new Set(customVariables))));
}

/** Rejects tools of different servers, or of a server and of the agent itself, that have the same name for the model. */
export function requireDistinctTools(servers: readonly McpServer[], own: readonly Pick<HttpTool, 'name'>[]): void {
  const called = servers.flatMap((server, at) =>
    server.tools.map((tool, index) => ({
      name: mcpToolName(server, tool),
      path: `mcp_servers[${at}].tools[${index}]`,
    })),
  );
  const taken = new Set(own.map(({ name }) => name));
  const wrong = called.flatMap(({ name, path }) => {
    if (isReserved(name)) return [`${path} is called ${name}, which is a tool of the platform: rename the server`];
    if (taken.has(name)) return [`${path} is called ${name} like another tool: rename the server or that tool`];
    taken.add(name);
    return [];
  });
  if (wrong.length > 0) throw invalid(wrong);
}

/** Names of the secrets that are sent to a server, without duplicates. */
export const mcpSecretNames = ({ headers }: Pick<McpServer, 'headers'>): string[] =>
  secretNamesIn(fieldTemplates(headers, ''));

interface ServerContext {
  /** Placeholders that are not secrets. */
  readonly known: ReadonlySet<string>;
  readonly budget: PatternBudget;
}

function parseServer(input: unknown, path: string, { known, budget }: ServerContext): McpServer {
  const server = required(readObject(input, path), path);
  const { tools, ...read } = readFields(server, path, {
    name: () => parseServerName(server['name'], `${path}.name`),
    ...addressReaders(server, `${path}.`, known),
    tools: () => parseTools(server['tools'], `${path}.tools`, budget),
  });
  requireCallable(read, tools, `${path}.tools`);
  return { ...withoutEmptyHeaders(read), tools };
}

/** Readers of what is sent where. Names of fields follow `prefix`. */
const addressReaders = (input: JsonObject, prefix: string, known: ReadonlySet<string>) => ({
  url: () => parseUrl(input['url'], `${prefix}url`),
  headers: () => parseHeaders(input['headers'], `${prefix}headers`, known),
  timeout_secs: () => parseTimeout(input['timeout_secs'], `${prefix}timeout_secs`),
});

/** Without headers when there are none. */
const withoutEmptyHeaders = <E extends Pick<McpEndpoint, 'headers'>>({ headers = {}, ...endpoint }: E) => ({
  ...endpoint,
  ...(Object.keys(headers).length > 0 && { headers }),
});

function parseServerName(value: unknown, path: string): string {
  const name = required(readText(value, path), path);
  if (!SERVER_NAME.test(name))
    throw invalid(`${path} must be 1 to 32 lower-case letters, digits and underscores, and start with a letter`);
  return name;
}

function parseUrl(value: unknown, path: string): string {
  const url = required(readText(value, path), path);
  requirePlainTemplate(url, path);
  if (!URL_TEXT.test(url) || !URL.canParse(url))
    throw invalid(`${path} must be an http or https URL without credentials, spaces, fragment and placeholders`);
  return url;
}

function parseHeaders(value: unknown, path: string, known: ReadonlySet<string>): Readonly<Record<string, string>> {
  const headers = parseFields(value, path, known);
  requireOwnHeaders(Object.keys(headers), path, PROTOCOL_HEADERS);
  return headers;
}

function parseTools(input: unknown, path: string, budget: PatternBudget): readonly McpTool[] {
  const tools = readEach(
    readList(input, path, TOOLS_MAX).map((tool, index) => () => parseMcpTool(tool, `${path}[${index}]`, budget)),
  );
  requireDistinct(
    tools.map(({ name }) => name),
    (index) => `${path}[${index}].name`,
  );
  return tools;
}

/** Parses a tool of a server from untyped JSON. */
export function parseMcpTool(input: unknown, path: string, budget = patternBudget()): McpTool {
  const tool = required(readObject(input, path), path);
  const at = (field: keyof McpTool): [unknown, string] => [tool[field], `${path}.${field}`];
  const { say_while_waiting, side_effects, name, description, parameters } = readFields(tool, path, {
    name: () => parseToolName(...at('name')),
    description: () => parseDescription(...at('description')),
    parameters: () => parseParameters(...at('parameters'), budget),
    side_effects: () => readFlag(...at('side_effects')),
    say_while_waiting: () => parseSay(...at('say_while_waiting')),
  });
  return {
    ...{ name, description, parameters, side_effects: side_effects ?? true },
    ...(say_while_waiting !== null && { say_while_waiting }),
  };
}

function parseToolName(value: unknown, path: string): string {
  const name = required(readText(value, path), path);
  if (!TOOL_NAME.test(name)) throw invalid(`${path} must be 1 to 128 printable ASCII characters without spaces`);
  return name;
}

/** LLM vendors accept names of at most 64 characters. */
function requireCallable(server: Pick<McpServer, 'name'>, tools: readonly McpTool[], path: string): void {
  const wrong = tools.flatMap((tool, index) => {
    const name = mcpToolName(server, tool);
    return name.length > CALLED_NAME_MAX
      ? [
          `${path}[${index}] is called ${name}, which has more than ${CALLED_NAME_MAX} characters: shorten the server's name`,
        ]
      : [];
  });
  if (wrong.length > 0) throw invalid(wrong);
}

function readList(input: unknown, path: string, max: number): readonly unknown[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) throw invalid(`${path} must be a list`);
  if (input.length > max) throw invalid(`${path} must have at most ${max} items`);
  return input;
}

function requireDistinct(names: readonly string[], pathOf: (index: number) => string): void {
  const repeated = names.flatMap((name, index) => (names.indexOf(name) < index ? [pathOf(index)] : []));
  if (repeated.length > 0) throw invalid(repeated.map((path) => `${path} must differ from the names before it`));
}
