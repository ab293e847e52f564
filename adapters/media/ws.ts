import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Log } from '../../application/ports/log.ts';
import { LIMITS, type MediaRoutes, type MediaServer } from './server.ts';
import { CLOSE, type MediaSocket, type SocketListener } from './sockets.ts';

/** The media server on `ws` and node:http: the default, and the fallback everywhere. */
export function wsMediaServer(routes: MediaRoutes, log: Log): MediaServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.messageBytes, perMessageDeflate: false });
  let accepting = true;
  const server = createServer(
    { requestTimeout: LIMITS.requestMs, headersTimeout: LIMITS.headersMs, maxHeaderSize: LIMITS.headerBytes },
    (request, response) => void answer(routes, log, request, response),
  );
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const url = urlOf(request);
    if (!accepting || !url) return refuseUpgrade(stream, accepting ? '400 Bad Request' : '503 Service Unavailable');
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const { origin = null, host = '' } = request.headers;
      routes.socket(new WsSocket(socket), { path: url.pathname, query: url.searchParams, origin, host });
    });
  });
  const pinging = setInterval(() => sockets.clients.forEach(pingOrDrop), LIMITS.pingMs).unref();

  return {
    listen: (host, port) => listen(server, host, port),
    stopAccepting() {
      accepting = false;
    },
    async close() {
      accepting = false;
      clearInterval(pinging);
      for (const client of sockets.clients) client.close(CLOSE.goingAway, 'shutting down');
      const deadline = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), LIMITS.closeMs);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        if (!server.listening) resolve();
      });
      clearTimeout(deadline);
      for (const client of sockets.clients) client.terminate();
    },
  };
}

const silent = new WeakSet<WebSocket>();

/** A peer that did not answer the last ping is gone without having said so. */
function pingOrDrop(socket: WebSocket): void {
  if (silent.has(socket)) return socket.terminate();
  silent.add(socket);
  socket.ping();
}

class WsSocket implements MediaSocket {
  readonly #socket: WebSocket;
  listener: SocketListener = { binary: () => undefined, text: () => undefined, closed: () => undefined };

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (bytes: Buffer, isBinary) => {
      if (isBinary) this.listener.binary(bytes);
      else this.listener.text();
    });
    socket.on('pong', () => silent.delete(socket));
    socket.on('close', (code) => this.listener.closed(code));
    // The library closes the socket itself after a fault such as an oversized message; 'close' follows.
    socket.on('error', () => undefined);
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason.slice(0, 120));
    setTimeout(() => this.#socket.terminate(), LIMITS.closeMs).unref();
  }
}

async function answer(
  routes: MediaRoutes,
  log: Log,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume();
  try {
    const url = urlOf(request);
    const reply = url && (await routes.request({ method: request.method ?? 'GET', path: url.pathname }));
    const { status, headers, body } = reply ?? {
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ detail: 'Not Found' }),
    };
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  } catch (error) {
    log.error('media.request_failed', { error });
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ detail: 'Internal server error' }));
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function refuseUpgrade(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function urlOf(request: IncomingMessage): URL | null {
  try {
    return new URL(request.url ?? '/', 'http://media.invalid');
  } catch {
    return null;
  }
}
