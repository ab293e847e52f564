import { STATUS_CODES } from 'node:http';
import type * as library from 'uWebSockets.js';
import type { Log } from '../../application/ports/log.ts';
import {
  LIMITS,
  type MediaRoutes,
  type MediaServer,
  type PlainReply,
  replyOf,
  type SocketOpening,
  urlOf,
} from './server.ts';
import { CLOSE } from './sockets.ts';
import { bodyOf } from './uws-body.ts';
import { UwsSocket } from './uws-socket.ts';

/** Data that the library attaches to a socket at its upgrade. */
interface SocketData {
  readonly opening: SocketOpening;
  socket: UwsSocket | null;
}

type Uws = typeof library;

/** The media server on uWebSockets.js, an optional package that uses less CPU. */
export async function uwsMediaServer(
  routes: MediaRoutes,
  log: Log,
  pingMs: number = LIMITS.pingMs,
): Promise<MediaServer> {
  const uws = await loadLibrary();
  const sockets = new Set<UwsSocket>();
  const app = uws.App();
  let listening: library.us_listen_socket | null = null;
  let accepting = true;
  serveSockets(app, { routes, sockets, pingMs, isAccepting: () => accepting });
  app.any('/*', (response, request) => void answer(routes, log, response, request));

  return {
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        app.listen(host, port, (socket) => {
          if (!socket) return reject(new Error(`Cannot listen on ${host}:${port}`));
          listening = socket;
          resolve(uws.us_socket_local_port(socket));
        });
      }),
    async close() {
      accepting = false;
      if (listening) uws.us_listen_socket_close(listening);
      listening = null;
      for (const socket of sockets) socket.close(CLOSE.goingAway, 'shutting down');
      await new Promise((resolve) => setTimeout(resolve, LIMITS.closeMs / 10));
      app.close();
    },
  };
}

async function loadLibrary(): Promise<Uws> {
  try {
    return await import('uWebSockets.js');
  } catch (cause) {
    throw new Error('MEDIA_SERVER=uws needs the package uWebSockets.js, which is not installed or not for this Node', {
      cause,
    });
  }
}

interface SocketParts {
  readonly routes: MediaRoutes;
  readonly sockets: Set<UwsSocket>;
  readonly pingMs: number;
  isAccepting(): boolean;
}

function serveSockets(app: library.TemplatedApp, { routes, sockets, pingMs, isAccepting }: SocketParts): void {
  app.ws<SocketData>('/*', {
    maxPayloadLength: LIMITS.messageBytes,
    maxBackpressure: LIMITS.backlogBytes,
    closeOnBackpressureLimit: true,
    sendPingsAutomatically: true,
    // The library accepts multiples of four seconds.
    idleTimeout: 4 * Math.ceil((2 * pingMs) / 4_000),
    upgrade(response, request, context) {
      if (!hasClearLength(request)) return refuseLength(response);
      const url = urlOf(targetOf(request));
      if (!isAccepting() || !url)
        return void response.writeStatus(isAccepting() ? '400 Bad Request' : '503 Service Unavailable').end('', true);
      const opening = openingOf(url, response, request);
      const [key, protocol, extensions] = ['key', 'protocol', 'extensions'].map((name) =>
        request.getHeader(`sec-websocket-${name}`),
      ) as [string, string, string];
      response.upgrade<SocketData>({ opening, socket: null }, key, protocol, extensions, context);
    },
    open(connection: library.WebSocket<SocketData>) {
      const data = connection.getUserData();
      data.socket = new UwsSocket(connection);
      sockets.add(data.socket);
      routes.socket(data.socket, data.opening);
    },
    message: (connection, message, isBinary) => connection.getUserData().socket?.received(message, isBinary),
    close(connection, code) {
      const { socket } = connection.getUserData();
      if (!socket) return;
      sockets.delete(socket);
      socket.closed(code);
    },
  });
}

const openingOf = (url: URL, response: library.HttpResponse, request: library.HttpRequest): SocketOpening => ({
  path: url.pathname,
  query: url.searchParams,
  origin: request.getHeader('origin') || null,
  host: request.getHeader('host'),
  forwardedHost: request.getHeader('x-forwarded-host') || null,
  forwardedFor: linesOf(request, 'x-forwarded-for') || null,
  peer: peerOf(response),
});

const peerOf = (response: library.HttpResponse): string => Buffer.from(response.getRemoteAddressAsText()).toString();

/** All lines of a header: each proxy may have added one, and `getHeader` returns only the first. */
function linesOf(request: library.HttpRequest, name: string): string {
  const lines: string[] = [];
  request.forEach((each, value) => each === name && lines.push(value));
  return lines.join(',');
}

/**
 * Whether the request states at most one length. The library takes the first of several, a proxy may take another: what
 * the one reads as a body is the next request to the other. node:http refuses such requests itself.
 */
const hasClearLength = (request: library.HttpRequest): boolean => /^\d*$/u.test(linesOf(request, 'content-length'));

/**
 * Answers 400 and closes the connection, but not at once: behind an answered request the library would serve the next one
 * that it has already read. While a request is unanswered, it closes the connection when the next one arrives.
 */
function refuseLength(response: library.HttpResponse): void {
  let isGone = false;
  response.onAborted(() => (isGone = true));
  setImmediate(() => isGone || response.cork(() => response.writeStatus('400 Bad Request').end('', true)));
}

async function answer(
  routes: MediaRoutes,
  log: Log,
  response: library.HttpResponse,
  request: library.HttpRequest,
): Promise<void> {
  // The request is valid until the first await.
  if (!hasClearLength(request)) return refuseLength(response);
  const target = targetOf(request);
  const url = urlOf(target);
  const method = request.getCaseSensitiveMethod();
  const headers: Record<string, string> = {};
  request.forEach((name, value) => (headers[name] = name in headers ? `${headers[name]}, ${value}` : value));
  const body = await bodyOf(response);
  if (body === 'gone') return;
  const plain = url && { method, path: url.pathname, query: url.searchParams, target, headers };
  const reply = 'reply' in body ? body.reply : await replyOf(routes, log, plain && { ...plain, body: body.body });
  if (!body.isGone()) write(response, reply, { isHead: method === 'HEAD', isLast: 'reply' in body });
}

function write(
  response: library.HttpResponse,
  { status, headers, body }: PlainReply,
  { isHead, isLast }: { readonly isHead: boolean; readonly isLast: boolean },
): void {
  response.cork(() => {
    response.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
    for (const [name, value] of Object.entries(headers)) response.writeHeader(name, value);
    if (isHead) response.endWithoutBody(Buffer.byteLength(body), isLast);
    else response.end(body, isLast);
  });
}

const targetOf = (request: library.HttpRequest): string => {
  const query = request.getQuery();
  return query ? `${request.getUrl()}?${query}` : request.getUrl();
};
