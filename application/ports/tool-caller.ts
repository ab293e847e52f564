import type { JsonObject } from '../../domain/agents/json-readers.ts';
import type { ToolAnswer } from '../../domain/agents/tool-answer.ts';
import type { HttpTool } from '../../domain/agents/http-tool.ts';
import type { CustomVariables } from '../../domain/agents/variables.ts';
import type { NewToolSecret } from '../../domain/credentials/tool-secret.ts';

/** One call of a tool by the model. */
export interface ToolRequest {
  readonly tool: HttpTool;
  /** Arguments as the model gave them. */
  readonly arguments: JsonObject;
  readonly variables: CustomVariables;
  /** Secret digits that the caller typed, by name. They take precedence over variables. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** The secrets that the tool names, in clear, as far as they are stored. */
  readonly secrets: readonly NewToolSecret[];
  /** Id of the call, and the number of the run in it: every attempt of a run has the same `Idempotency-Key`. */
  readonly callId: string;
  readonly run: number;
}

/** What identifies a run of a tool. */
export type IdentifiedRun = Pick<ToolRequest, 'tool' | 'arguments' | 'callId' | 'run'>;

/** For sending the requests of tools. */
export interface ToolCaller {
  /** The `Idempotency-Key` of a request with side effects. Null without any. */
  idempotencyKey(run: IdentifiedRun): string | null;
  /**
   * Validates the arguments, sends the request once and reads the response. Never rejects and never takes longer than
   * the tool's timeout: every failure is an answer. Aborting the signal closes the connection.
   */
  call(request: ToolRequest, signal?: AbortSignal): Promise<ToolAnswer>;
}
