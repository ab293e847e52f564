import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Log } from '../../application/ports/log.ts';
import { listen } from '../lib/listen.ts';
import { timeoutOptions, type ServerTimeouts } from '../lib/server-timeouts.ts';
import { boundPipelines } from '../lib/pipelined.ts';
import { LIMITS, type MediaRoutes, type MediaServer, OVERSIZED, type PlainRequest, replyOf, urlOf } from './server.ts';
import { CLOSE, type MediaSocket, shortReason, type MediaSocketListener } from './sockets.ts';

/** The media server on `ws` and node:http. */
export function wsMediaServer(routes: MediaRoutes, log: Log, timeouts: ServerTimeouts = LIMITS): MediaServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.messageBytes, perMessageDeflate: false });
  let accepting = true;
  const server = createServer(
    timeoutOptions(timeouts),
    boundPipelines((request, response) => void answer(routes, log, request, response)),
  );
  // The library clears the timeout of a connection that becomes a socket.
  server.setTimeout(LIMITS.idleMs);
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const url = urlOf(request.url ?? '/');
    if (!accepting || !url) return refuseUpgrade(stream, accepting ? '400 Bad Request' : '503 Service Unavailable');
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const { origin = null, host = '' } = request.headers;
      const forwardedHost = [request.headers['x-forwarded-host'] ?? []].flat()[0] ?? null;
      const forwardedFor = [request.headers['x-forwarded-for'] ?? []].flat().join(',') || null;
      const peer = request.socket.remoteAddress ?? '';
      const { pathname: path, searchParams: query } = url;
      routes.socket(new WsSocket(socket), { path, query, origin, host, forwardedHost, forwardedFor, peer });
    });
  });
  const pinging = setInterval(() => sockets.clients.forEach(pingOrDrop), LIMITS.pingMs).unref();

  return {
    listen: (host, port) => listen(server, host, port),
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

/** A peer that did not answer the last ping is disconnected. */
function pingOrDrop(socket: WebSocket): void {
  if (silent.has(socket)) return socket.terminate();
  silent.add(socket);
  socket.ping();
}

class WsSocket implements MediaSocket {
  readonly #socket: WebSocket;
  listener: MediaSocketListener = { binary: () => undefined, text: () => undefined, closed: () => undefined };

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (bytes: Buffer, isBinary) => {
      if (isBinary) this.listener.binary(bytes);
      else this.listener.text(bytes.toString('utf8'));
    });
    socket.on('pong', () => silent.delete(socket));
    socket.on('close', (code) => this.listener.closed(code));
    // The library closes the socket after an error such as an oversized message, and emits `close`.
    socket.on('error', () => undefined);
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(message: string | Uint8Array): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(message);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, shortReason(reason));
    // What a client still sends after it was cut off costs nothing, its answer to the close included.
    if (code === CLOSE.tooMany) this.#socket.pause();
    setTimeout(() => this.#socket.terminate(), LIMITS.closeMs).unref();
  }
}

async function answer(
  routes: MediaRoutes,
  log: Log,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  if (body === 'broken') return void response.destroy();
  const {
    status,
    headers,
    body: content,
  } = body === 'oversized' ? OVERSIZED : await replyOf(routes, log, plain(request, body));
  // A client that keeps sending a refused body is disconnected.
  const connection: Record<string, string> = body === 'oversized' ? { connection: 'close' } : {};
  response.writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers, ...connection });
  response.end(request.method === 'HEAD' ? undefined : content, () => body === 'oversized' && request.destroy());
}

/** Reads the body up to the limit. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | 'oversized' | 'broken'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > LIMITS.bodyBytes) return 'oversized';
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    return 'broken';
  }
}

function plain(request: IncomingMessage, body: Uint8Array): PlainRequest | null {
  const { method = 'GET', url: target = '/', headers } = request;
  const url = urlOf(target);
  const texts = Object.entries(headers).map(([name, value = '']): [string, string] => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return (
    url && {
      method,
      path: url.pathname,
      query: url.searchParams,
      target,
      headers: Object.fromEntries(texts),
      body,
    }
  );
}

function refuseUpgrade(stream: Duplex, status: string): void {
  // Node does not handle errors of a stream after the upgrade. An unhandled error would end the process.
  stream.on('error', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => stream.destroy());
}
