import type { JsonObject } from './json-readers.ts';

/**
 * A tool of an MCP server that an agent may call. Description and parameters are stored with the agent: a server that
 * changes them later does not change what the model reads.
 */
export interface McpTool {
  /** Name of the tool at its server. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** Whether a call changes something on the server, so that it must not be sent twice. */
  readonly side_effects: boolean;
  /** Said to the caller while the tool runs. */
  readonly say_while_waiting?: string;
}

/** A server whose tools the model may call, by the Model Context Protocol over streamable HTTP. */
export interface McpServer {
  /** First part of the names by which the model calls the tools. Unique in its agent. */
  readonly name: string;
  /** Without placeholders. */
  readonly url: string;
  /** With `{{name}}` and `{{secret.name}}` in their values. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout of a whole tool call, and of opening the session. */
  readonly timeout_secs: number;
  /** The only tools that may be called. */
  readonly tools: readonly McpTool[];
}

/** A server without the tools that may be called. */
export type McpEndpoint = Omit<McpServer, 'tools'>;

/** The name by which the model calls a tool: every LLM vendor accepts letters, digits, underscores and hyphens. */
export const mcpToolName = ({ name: server }: Pick<McpServer, 'name'>, { name }: Pick<McpTool, 'name'>): string =>
  `${server}_${name.replace(/[^A-Za-z0-9_-]/g, '_')}`;
