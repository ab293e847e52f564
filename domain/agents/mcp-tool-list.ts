import { DomainError } from '../errors.ts';
import { cut } from '../bounded-text.ts';
import type { JsonObject } from './json-readers.ts';
import { parseMcpTool, MCP_TOOL_NAME_MAX } from './mcp-servers.ts';
import { visibleText } from './tool-answer.ts';
import { DESCRIPTION_MAX } from './tool-fields.ts';
import { objectOf } from '../unverified-json.ts';

/** A tool as its server describes it: a proposal for the configuration of an agent. */
export interface ListedMcpTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  /** True unless the server says that the tool only reads. */
  readonly side_effects: boolean;
  /** Why an agent cannot have the tool as it is. Null: it can. */
  readonly problem: string | null;
}

/** The tools of a server, or why they could not be listed. */
export interface McpToolList {
  readonly tools: readonly ListedMcpTool[];
  /** False: the server has more tools than these. */
  readonly isComplete: boolean;
  /** What the server did instead. Null for success. */
  readonly reason: string | null;
  /** What to do about it. Null when that is not known. */
  readonly cause: string | null;
}

/** Tools that are read of one server. */
export const LISTED_TOOLS_MAX = 200;
const PROBLEM_MAX = 500;

/**
 * Reads a tool that a server has listed, which may have any fields. Null without a name. A long name and description are
 * cut, and values of secrets that they repeat are replaced by `****`. Takes up to some milliseconds.
 */
export function readMcpTool(listed: unknown, secrets: readonly string[]): ListedMcpTool | null {
  const { name, title, description, inputSchema, annotations } = visibleJson(listed, secrets);
  const named = textIn(name);
  if (named === '') return null;
  const tool = {
    name: cut(named, MCP_TOOL_NAME_MAX),
    description: cut(textIn(description) || textIn(title) || named, DESCRIPTION_MAX),
    parameters: withoutDialect(objectOf(inputSchema)),
    side_effects: objectOf(annotations)['readOnlyHint'] !== true,
  };
  return { ...tool, problem: named === tool.name ? problemOf(tool) : 'its name is too long' };
}

/** The keywords that are supported mean the same in every dialect that servers write. */
function withoutDialect({ $schema: _dialect, ...schema }: JsonObject): JsonObject {
  return schema;
}

function problemOf(tool: object): string | null {
  try {
    parseMcpTool(tool, 'tool');
    return null;
  } catch (error) {
    if (error instanceof DomainError) return cut(error.reasons[0] ?? error.message, PROBLEM_MAX);
    throw error;
  }
}

/** The tool without secrets. Without fields when it cannot be read. */
function visibleJson(tool: unknown, secrets: readonly string[]): JsonObject {
  try {
    return objectOf(JSON.parse(visibleText(JSON.stringify(tool) ?? '', secrets)));
  } catch {
    return {};
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
