import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ReadableStream } from 'node:stream/web';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Network } from '../lib/network.ts';
import { McpExchange } from './mcp-exchange.ts';
import { McpFault, McpStatus } from './mcp-fault.ts';

/** Longest text of a refusal that is read, in bytes. */
const REFUSAL_BYTES_MAX = 16 * 1_024;
const HEADER_BYTES_MAX = 16 * 1_024;

interface Parts {
  readonly network: Network;
  readonly url: string;
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
}

type RequestInit = NonNullable<Parameters<FetchLike>[1]>;

/**
 * The requests of the SDK, within its current exchange: each has a connection of its own, reaches only the server's URL at
 * a permitted address and follows no redirect. A tool call is sent once. Every response but a success is an `McpStatus`,
 * every other failure an `McpFault`.
 */
export const exchangeFetch =
  (parts: Parts): FetchLike =>
  async (url, init = {}) => {
    // The stream for messages that answer no request is optional, and not opened: 405 is how a server without one answers.
    if ((init.method ?? 'GET') === 'GET') return new Response(null, { status: 405 });
    const exchange = McpExchange.current();
    if (String(url) !== parts.url) throw new McpFault('it leads to another address', exchange.hasSent);
    exchange.spendRequest();
    const message = messageIn(init.body);
    const isCall = message.method === 'tools/call';
    if (isCall && !exchange.mayCall) throw new McpFault('it was sent before', exchange.hasSent);
    if (isCall) exchange.mayCall = false;
    const response = await send(parts, init, exchange, isCall).finally(() => exchange.onResponse());
    return successOf(response, exchange, message.id !== undefined && message.method !== undefined);
  };

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
}

/** The message of a request, which the SDK has written. */
const messageIn = (body: unknown): Message => (typeof body === 'string' ? (JSON.parse(body) as Message) : {});

function send(parts: Parts, init: RequestInit, exchange: McpExchange, isCall: boolean): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = opened(parts, init, isCall ? (exchange.limits.callHeaders ?? {}) : {});
    let isConnected = false;
    request.on('socket', (socket) => {
      socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true;
        exchange.hasSent ||= isCall;
      });
    });
    const close = (): void => void request.destroy();
    exchange.ended.addEventListener('abort', close, { once: true });
    request.on('close', () => exchange.ended.removeEventListener('abort', close));
    const fail = (cause: unknown): void => reject(faultOf(cause, isConnected, exchange));
    request.on('error', fail);
    request.on('response', resolve);
    // A server that switches protocols never answers the request.
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      fail(new Error('it switched protocols'));
    });
    request.end(init.body);
  });
}

function opened({ network, url, headers }: Parts, init: RequestInit, more: Record<string, string>): ClientRequest {
  const address = new URL(url);
  const own = Object.fromEntries(new Headers(init.headers));
  const { body } = init;
  try {
    return (address.protocol === 'https:' ? httpsRequest : httpRequest)(address, {
      method: init.method,
      headers: {
        ...{ ...headers, ...own, ...more },
        ...(typeof body === 'string' && { 'content-length': Buffer.byteLength(body) }),
      },
      agent: false,
      lookup: network.guard(address),
      maxHeaderSize: HEADER_BYTES_MAX,
    });
  } catch (cause) {
    throw cause instanceof VendorFailure ? privateAddress() : cause;
  }
}

const privateAddress = (): McpFault =>
  new McpFault(
    'its server has a private address',
    false,
    'The server has a private address: use a public one, or ask the operator to add the server to LOCAL_UPSTREAMS',
  );

function faultOf(cause: unknown, isConnected: boolean, { hasSent }: McpExchange): McpFault {
  if (cause instanceof VendorFailure) return privateAddress();
  return new McpFault(isConnected ? 'the connection was lost' : 'its server cannot be reached', hasSent);
}

/** The response, as far as it is a success. */
async function successOf(response: IncomingMessage, exchange: McpExchange, isRequest: boolean): Promise<Response> {
  const { statusCode: status = 0, headers } = response;
  if (status < 200 || status >= 300) {
    throw new McpStatus({ status, location: headers.location, ...(await refusalIn(response)) });
  }
  const known = ['content-type', 'mcp-session-id'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  // A status that has no content for the SDK, which would not read to its end.
  if (status === 202 || status === 204) {
    response.resume();
    if (isRequest) exchange.expectAnswer();
    return new Response(null, { status, headers: known });
  }
  // Streams of Node and of the DOM differ in types only.
  const body = ReadableStream.from(partsOf(response, exchange, isRequest)) as unknown;
  return new Response(body as ConstructorParameters<typeof Response>[0], { status, headers: known });
}

/** The bytes of a response, within the limit of the exchange. */
async function* partsOf(
  response: IncomingMessage,
  exchange: McpExchange,
  isRequest: boolean,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      exchange.spendBytes(part.length);
      yield part;
    }
  } catch (error) {
    throw exchange.fail(error instanceof McpFault ? error : new McpFault('the connection was lost', exchange.hasSent));
  } finally {
    // Also when the SDK does not read the body to its end.
    if (isRequest) exchange.expectAnswer();
  }
}

async function refusalIn(response: IncomingMessage): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length > REFUSAL_BYTES_MAX) break;
    }
  } catch {
    // The status is known, and says enough without its text.
  }
  return {
    text: Buffer.concat(parts).subarray(0, REFUSAL_BYTES_MAX).toString('utf8'),
    isCut: length > REFUSAL_BYTES_MAX,
  };
}
