import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { UpstreamFailure, type ModelCall } from '../../application/ports/upstreams.ts';
import type { Upstream } from '../../domain/gateway/upstream.ts';

/** Timeouts of a model server. In milliseconds. */
export interface UpstreamTimeouts {
  readonly connectMs: number;
  /** Until the response begins, and between its chunks. */
  readonly answerMs: number;
}

export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** Keep-alive connections. */
export const keptConnections = (): Agents => ({
  http: new HttpAgent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true }),
});

export interface StartedExchange {
  readonly response: IncomingMessage;
  /** The connection and its first bytes, when the server accepted the upgrade. */
  readonly socket: { readonly stream: Duplex; readonly head: Buffer } | null;
}

interface ExchangeInput {
  readonly upstream: Upstream;
  readonly call: ModelCall;
  readonly headers: OutgoingHttpHeaders;
  readonly agents: Agents;
  readonly timeouts: UpstreamTimeouts;
  readonly over: AbortSignal;
}

/** Sends a call and answers when the response begins. Closes the connection when `over` aborts. */
export function sendRequest(input: ExchangeInput): Promise<StartedExchange> {
  const { upstream, call, over } = input;
  return new Promise((resolve, reject) => {
    over.throwIfAborted();
    const request = requestOf(input);
    const leave = (): void => void request.destroy();
    over.addEventListener('abort', leave, { once: true });
    const settled = watch(request, input.timeouts);
    request.on('close', () => over.removeEventListener('abort', leave));
    let hasResponse = false;
    request.on('response', (response) => {
      hasResponse = true;
      settled();
      resolve({ response, socket: null });
    });
    request.on('upgrade', (response, stream, head) => {
      settled();
      over.addEventListener('abort', () => void stream.destroy(), { once: true });
      resolve({ response, socket: { stream, head } });
    });
    request.on('error', (cause: NodeJS.ErrnoException) => {
      settled();
      // The body reports a failure after the response began.
      if (hasResponse) return;
      // A kept connection that the server has just closed does not mean that the server failed.
      if (isStale(request, cause) && !over.aborted) resolve(sendRequest(input));
      else if (cause instanceof UpstreamFailure) reject(cause);
      else reject(new UpstreamFailure('unreachable', `The model server for ${upstream.slot} cannot be reached`, cause));
    });
    request.end(call.body ?? undefined);
  });
}

const isStale = (request: ClientRequest, { code }: NodeJS.ErrnoException): boolean =>
  request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');

function requestOf({ upstream, call, headers, agents }: ExchangeInput): ClientRequest {
  const url = new URL(`${upstream.url}${call.target}`);
  const isSocket = headers['upgrade'] !== undefined;
  const isSecure = url.protocol === 'https:';
  const kept = isSecure ? agents.https : agents.http;
  return (isSecure ? httpsRequest : httpRequest)(url, {
    method: call.method,
    headers,
    agent: isSocket ? false : kept,
  });
}

/** Destroys a request without a connection or a response in time. Call the result to stop. */
function watch(request: ClientRequest, { connectMs, answerMs }: UpstreamTimeouts): () => void {
  const late = (fault: 'unreachable' | 'silent', what: string) => (): void =>
    void request.destroy(new UpstreamFailure(fault, `The model server ${what}`));
  const answered = setTimeout(late('silent', 'does not answer'), answerMs);
  let connected: NodeJS.Timeout | undefined;
  request.on('socket', (socket) => {
    if (!socket.connecting) return;
    connected = setTimeout(late('unreachable', 'cannot be reached'), connectMs);
    socket.once('connect', () => clearTimeout(connected));
  });
  return () => {
    clearTimeout(answered);
    clearTimeout(connected);
  };
}
