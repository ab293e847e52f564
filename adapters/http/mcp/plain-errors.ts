import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRecord, parsedJson } from '../../../domain/unverified-json.ts';

/** Most faults of a message that an error names. */
const FAULTS_MAX = 10;

/**
 * The errors of the SDK as clients can read them. `McpError` puts its code before the message, and the SDK of the client does
 * so again. A message that does not fit its schema is reported as a failure of the server, with what the schema's library
 * found as JSON.
 */
export function withPlainError(sent: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in sent)) return sent;
  const { error } = sent;
  const faults = error.code === (ErrorCode.InternalError as number) ? faultsIn(error.message) : null;
  const plain = faults
    ? { code: ErrorCode.InvalidParams, message: faults.slice(0, FAULTS_MAX).join('; ') }
    : { ...error, message: error.message.replace(/^MCP error -?\d+: /, '') };
  return { ...sent, error: plain };
}

/** What does not fit, each with where it is. Null: the text is something else. */
function faultsIn(text: string): string[] | null {
  const found = text.startsWith('[') ? parsedJson(text) : null;
  if (!Array.isArray(found) || found.length === 0) return null;
  const faults = found.flatMap((each: unknown) =>
    isRecord(each) && Array.isArray(each['path']) && typeof each['message'] === 'string'
      ? [`${each['path'].join('.')}: ${each['message']}`]
      : [],
  );
  return faults.length === found.length ? faults : null;
}
