import { argumentFault } from '../../application/argument-fault.ts';
import type { McpAccess, McpSession, McpToolCall } from '../../application/ports/mcp-client.ts';
import { mcpToolName, type McpEndpoint } from '../../domain/agents/mcp-server.ts';
import { readMcpResult } from '../../domain/agents/mcp-answer.ts';
import type { JsonObject } from '../../domain/agents/json-readers.ts';
import type { ToolAnswer } from '../../domain/agents/tool-answer.ts';
import { DomainError } from '../../domain/errors.ts';
import { requireWellFormed } from '../../domain/well-formed-json.ts';
import { idempotencyKey } from '../lib/idempotency-key.ts';
import { McpExchange } from './mcp-exchange.ts';
import { failureAnswer, reasonOf } from './mcp-answers.ts';
import { openConnection, RESPONSE_BYTES_MAX, type McpConnection, type McpParts } from './mcp-connection.ts';
import { McpConnections } from './mcp-connections.ts';
import { McpFault, McpStatus } from './mcp-fault.ts';

/** The `Idempotency-Key` of a call with side effects. Null without any. */
export const keyOf = (server: Pick<McpEndpoint, 'name'>, { tool, ...call }: McpToolCall): string | null =>
  tool.side_effects ? idempotencyKey({ ...call, name: mcpToolName(server, tool) }) : null;

/** The session of one conversation at one server. */
export class McpConversationSession implements McpSession {
  readonly #parts: McpParts;
  readonly #access: McpAccess;
  readonly #connections: McpConnections;

  constructor(parts: McpParts, access: McpAccess) {
    this.#parts = parts;
    this.#access = access;
    this.#connections = new McpConnections((signal) => openConnection(parts, access, signal));
  }

  async open(): Promise<string | null> {
    try {
      await this.#connections.get();
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async call(request: McpToolCall, signal?: AbortSignal): Promise<ToolAnswer> {
    const { tool } = request;
    const secrets = this.#access.secrets.map(({ value }) => value);
    let exchange: McpExchange | null = null;
    try {
      exchange = this.#exchangeFor(request, signal);
      return readMcpResult(tool, await this.#called(request, exchange), secrets);
    } catch (error) {
      return failureAnswer(tool, error, { hasSent: exchange?.hasSent ?? false, secrets });
    }
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  /** The exchange of a call, after every check that needs no network. */
  #exchangeFor({ tool, arguments: given, callId, run }: McpToolCall, signal: AbortSignal | undefined): McpExchange {
    const { clock, argumentSchemas } = this.#parts;
    const { server } = this.#access;
    const fault = argumentFault(argumentSchemas, tool.parameters, given);
    if (fault !== null) throw new McpFault(fault);
    requireSendable(given);
    const key = keyOf(server, { tool, arguments: given, callId, run });
    return new McpExchange({
      ...{ clock, timeoutMs: server.timeout_secs * 1_000, bytes: RESPONSE_BYTES_MAX, signal },
      ...(key !== null && { callHeaders: { 'idempotency-key': key } }),
    });
  }

  #called({ tool, arguments: given }: McpToolCall, exchange: McpExchange): Promise<JsonObject> {
    const params = { name: tool.name, arguments: given };
    let used: McpConnection | null = null;
    const attempt = async (signal: AbortSignal): Promise<JsonObject> => {
      const connection = (used = await this.#connections.get());
      try {
        return await this.#connections.using(connection, () => connection.request('tools/call', params, signal));
      } catch (error) {
        await this.#retireRefused(connection, error);
        throw error;
      }
    };
    return exchange.run(
      (signal) =>
        attempt(signal).catch((error: unknown) => {
          // The server has not looked at the call: it does not know the session. It gets the call in another one, once.
          if (!used?.isExpired) throw error;
          exchange.allowCall();
          return attempt(signal);
        }),
      (abort) => (used && exchange.hasSent ? used.cancel(abort) : McpExchange.silently(abort)),
    );
  }

  /**
   * Takes a session out of use that its server may not know: status 404 says so by the protocol, and servers answer 400 to
   * that as well, but not only to that.
   */
  async #retireRefused(connection: McpConnection, error: unknown): Promise<void> {
    if (!(error instanceof McpStatus) || !connection.hasSession) return;
    const { status } = error.response;
    if (status !== 404 && status !== 400) return;
    connection.isExpired = status === 404;
    await this.#connections.retire(connection);
  }
}

function requireSendable(given: JsonObject): void {
  try {
    requireWellFormed(given, 'arguments');
  } catch (error) {
    if (error instanceof DomainError) throw new McpFault(`invalid arguments: ${error.message}`);
    throw error;
  }
}
