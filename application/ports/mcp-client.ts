import type { JsonObject } from '../../domain/agents/json-readers.ts';
import type { McpEndpoint, McpTool } from '../../domain/agents/mcp-server.ts';
import type { McpToolList } from '../../domain/agents/mcp-tool-list.ts';
import type { ToolAnswer } from '../../domain/agents/tool-answer.ts';
import type { CustomVariables } from '../../domain/agents/variables.ts';
import type { NewToolSecret } from '../../domain/credentials/tool-secret.ts';

/** A server, and the values for the placeholders of its headers. */
export interface McpAccess {
  readonly server: McpEndpoint;
  readonly variables: CustomVariables;
  /** The secrets that the headers name, in clear, as far as they are stored. */
  readonly secrets: readonly NewToolSecret[];
}

/** One call of a tool by the model. */
export interface McpToolCall {
  readonly tool: McpTool;
  /** Arguments as the model gave them. */
  readonly arguments: JsonObject;
  /** Id of the call, and the number of the run in it: every attempt of a run has the same `Idempotency-Key`. */
  readonly callId: string;
  readonly run: number;
}

/** A session at an MCP server. It is opened when it is needed, and again when the server no longer knows it. */
export interface McpSession {
  /** Opens the session in advance. Answers why that failed, or null. Never rejects and takes bounded time. */
  open(): Promise<string | null>;
  /**
   * Validates the arguments and calls the tool. The server gets the call once; only a session that the server does not
   * know is replaced, and the call that it refused sent in the new one. Never rejects and never takes longer than the
   * server's timeout: every failure is an answer. Aborting the signal ends the call.
   */
  call(request: McpToolCall, signal?: AbortSignal): Promise<ToolAnswer>;
  /** Ends the session at the server and closes every connection. Never rejects and takes bounded time. */
  close(): Promise<void>;
}

/** For calling the tools of MCP servers. */
export interface McpClient {
  /** The `Idempotency-Key` of a call with side effects. Null without any. */
  idempotencyKey(server: Pick<McpEndpoint, 'name'>, request: McpToolCall): string | null;
  session(access: McpAccess): McpSession;
  /**
   * Lists the tools of a server in a session of its own. Never rejects, and takes at most the server's timeout to open the
   * session and as long again to list them.
   */
  list(access: McpAccess): Promise<McpToolList>;
}
