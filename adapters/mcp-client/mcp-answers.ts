import {
  failedAnswer,
  readAnswer,
  REASON_MAX,
  shortenedTo,
  visibleText,
  type ToolAnswer,
} from '../../domain/agents/tool-answer.ts';
import type { McpTool } from '../../domain/agents/mcp-server.ts';
import { McpFault, McpStatus, rpcErrorOf } from './mcp-fault.ts';

/** The status of a response with a JSON-RPC error. */
const RPC_STATUS = 200;

/** What the model reads of a failed call. `hasSent`: the server may have received it. */
export function failureAnswer(
  tool: McpTool,
  error: unknown,
  { hasSent, secrets }: { readonly hasSent: boolean; readonly secrets: readonly string[] },
): ToolAnswer {
  if (error instanceof McpFault) return failedAnswer(tool, error.failure);
  const sent = { ...tool, side_effects: tool.side_effects && hasSent };
  if (error instanceof McpStatus)
    return readAnswer({ ...sent, response: { format: 'text' } }, error.response, secrets, []);
  const rpc = rpcErrorOf(error);
  if (!rpc) return failedAnswer(sent, { text: 'a response that is not MCP', mayHaveRun: true });
  const text = shortenedTo(visibleText(rpc.message, secrets), REASON_MAX);
  return failedAnswer(sent, { text, mayHaveRun: !rpc.isRefusal }, RPC_STATUS);
}

/** Why a session could not be opened or its tools listed, without any text of the server. */
export function reasonOf(error: unknown): string {
  if (error instanceof McpFault || error instanceof McpStatus) return error.message;
  return rpcErrorOf(error) ? 'its server answers with an error' : 'a response that is not MCP';
}
