import { isJSONRPCNotification, isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ApiError } from '../typescript/index.ts';

interface BridgeParts {
  /** Where the API has its MCP server. */
  readonly url: string;
  readonly apiUrl: string;
  /** How users start this program. */
  readonly programName: string;
  /** The token of the moment: a login takes effect without a restart. */
  readonly token: () => Promise<string | null>;
  /** Prints a message for people. */
  readonly note: (words: string) => void;
}

/** The JSON-RPC code of an error that the protocol does not define. */
const SERVER_ERROR = -32_000;
/** Longest wait for an answer: a rehearsal takes half a minute. */
const TIMEOUT_MS = 120_000;

type RequestId = string | number;

/** Carries messages of an assistant to the MCP server of the API, and its answers back. */
export class McpBridge {
  readonly #parts: BridgeParts;
  readonly #running = new Map<RequestId, AbortController>();
  /** As the server chose it. */
  #protocolVersion: string | null = null;

  constructor(parts: BridgeParts) {
    this.#parts = parts;
  }

  /** The answer to a message; null to one that has none. Never rejects. */
  async carry(message: JSONRPCMessage): Promise<JSONRPCMessage | null> {
    if (isCancellation(message)) this.#running.get(message.params.requestId)?.abort();
    if (!isJSONRPCRequest(message)) return this.#notify(message);
    const { id } = message;
    const cancel = new AbortController();
    this.#running.set(id, cancel);
    try {
      const answer = await this.#send(message, cancel.signal);
      if (message.method === 'initialize') this.#protocolVersion = versionIn(answer);
      return answer;
    } catch (error) {
      // A request that was cancelled gets no answer.
      if (cancel.signal.aborted) return null;
      const words = this.#adviceOn(error);
      this.#parts.note(words);
      return { jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message: words } };
    } finally {
      this.#running.delete(id);
    }
  }

  /** The server keeps no state, so that only a failure matters, to people. */
  async #notify(message: JSONRPCMessage): Promise<null> {
    await this.#send(message, new AbortController().signal).catch((error: unknown) => {
      this.#parts.note(this.#adviceOn(error));
    });
    return null;
  }

  async #send(message: JSONRPCMessage, cancelled: AbortSignal): Promise<JSONRPCMessage | null> {
    const { url, token } = this.#parts;
    const bearer = await token();
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(this.#protocolVersion !== null && { 'mcp-protocol-version': this.#protocolVersion }),
      },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.any([cancelled, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch((cause: unknown) => {
      throw ApiError.unreachable(cause);
    });
    const text = await response.text();
    if (response.status === 202) return null;
    const body = parsed(text);
    // The server's own errors are answers as well.
    if (isMessage(body) && (response.ok || 'id' in message)) return body;
    throw ApiError.refused({ status: response.status, body, headers: response.headers });
  }

  /** What went wrong, and what the user can do. */
  #adviceOn(error: unknown): string {
    const { apiUrl, programName } = this.#parts;
    if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
    if (error.status === null)
      return `${error.message} (${apiUrl}). Start it with npm start, or name another with --api.`;
    if (error.isUnauthenticated)
      return `${error.message}. Log in (${programName} login), or set VOICE_API_TOKEN to an API key of ${apiUrl}.`;
    if (error.status === 404) return `${apiUrl} has no MCP server: set MCP_SERVER=on there, or upgrade it.`;
    return error.message;
  }
}

interface Cancellation {
  readonly params: { readonly requestId: RequestId };
}

const isCancellation = (message: JSONRPCMessage): message is JSONRPCMessage & Cancellation =>
  isJSONRPCNotification(message) &&
  message.method === 'notifications/cancelled' &&
  message.params?.['requestId'] !== undefined;

/** The version of the protocol that the server answered. */
function versionIn(answer: JSONRPCMessage | null): string | null {
  const { result } = (answer ?? {}) as { readonly result?: { readonly protocolVersion?: string } };
  return result?.protocolVersion ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isMessage = (body: unknown): body is JSONRPCMessage =>
  typeof body === 'object' && body !== null && 'jsonrpc' in body && 'id' in body && body.id !== null;
