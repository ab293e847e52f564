import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { jsonSchemaValidator, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../domain/agents/json-readers.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { ArgumentSchemas } from '../../application/ports/argument-schemas.ts';
import type { McpAccess } from '../../application/ports/mcp-client.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { Network } from '../lib/network.ts';
import { McpExchange } from './mcp-exchange.ts';
import { exchangeFetch } from './exchange-fetch.ts';
import { filledHeaders } from './mcp-access.ts';

const CLIENT = { name: 'voice-agent-platform', version: '1.0.0' };
/** The SDK's own timers never decide: the exchange does. The longest delay of a timer, in ms. */
const NO_TIMEOUT = 2 ** 31 - 1;
/** Longest responses of a request to the end of a session, in bytes. */
const SESSION_END_BYTES = 16 * 1_024;

/** Longest responses of a tool call, and of opening a session, in bytes. */
export const RESPONSE_BYTES_MAX = 256 * 1_024;

export interface McpParts {
  readonly network: Network;
  readonly clock: Pick<Clock, 'after'>;
  readonly argumentSchemas: ArgumentSchemas;
}

interface Destination {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Schemas of results are untrusted, and not needed: nothing is compiled. */
const NO_VALIDATION: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** One session at a server. Every method runs within an exchange, except `close`. */
export class McpConnection {
  readonly #clock: McpParts['clock'];
  readonly #client = new Client(CLIENT, { capabilities: {}, jsonSchemaValidator: NO_VALIDATION });
  readonly #transport: StreamableHTTPClientTransport;
  /** Set when the server does not know the session any more. */
  isExpired = false;

  constructor({ network, clock }: Pick<McpParts, 'network' | 'clock'>, { url, headers }: Destination) {
    this.#clock = clock;
    this.#transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch: exchangeFetch({ network, url: new URL(url).href, headers }),
      // A lost response is not requested again by the SDK: its timers would outlive the exchange.
      reconnectionOptions: {
        ...{ initialReconnectionDelay: 0, maxReconnectionDelay: 0, reconnectionDelayGrowFactor: 1, maxRetries: 0 },
      },
    });
  }

  /** Whether the server keeps a session. */
  get hasSession(): boolean {
    return this.#transport.sessionId !== undefined;
  }

  /** Opens the session. */
  async open(signal: AbortSignal): Promise<void> {
    await this.#client.connect(this.#transport, { signal, timeout: NO_TIMEOUT });
  }

  /** Sends a request and answers its result, whatever fields it has. */
  request(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#client.request({ method, params }, ResultSchema, { signal, timeout: NO_TIMEOUT });
  }

  /** Tells the server that a request is cancelled, which `abort` causes. Takes bounded time, in the background. */
  cancel(abort: () => void): void {
    const exchange = this.#closingExchange();
    const notice = exchange.run(() => {
      abort();
      return exchange.responded;
    });
    notice.catch(() => undefined);
  }

  /** Ends the session at the server. Never rejects and takes bounded time. */
  async close(): Promise<void> {
    if (this.hasSession && !this.isExpired)
      await this.#closingExchange()
        .run(() => this.#transport.terminateSession())
        .catch(() => undefined);
    await this.#client.close().catch(() => undefined);
  }

  #closingExchange(): McpExchange {
    return new McpExchange({ clock: this.#clock, timeoutMs: TIMEOUTS_MS.mcp_close, bytes: SESSION_END_BYTES });
  }
}

/** A connection that is not open yet. Throws an `McpFault` when its headers cannot be filled. */
const connectionTo = (parts: McpParts, access: McpAccess): McpConnection =>
  new McpConnection(parts, { url: access.server.url, headers: filledHeaders(access, parts.network) });

/** Opens a session at a server within its timeout. */
export async function openConnection(parts: McpParts, access: McpAccess, signal: AbortSignal): Promise<McpConnection> {
  const connection = connectionTo(parts, access);
  const timeoutMs = access.server.timeout_secs * 1_000;
  const exchange = new McpExchange({ clock: parts.clock, timeoutMs, bytes: RESPONSE_BYTES_MAX, signal });
  try {
    await exchange.run((aborted) => connection.open(aborted));
    return connection;
  } catch (error) {
    // The server may have opened a session before the failure.
    await connection.close();
    throw error;
  }
}
