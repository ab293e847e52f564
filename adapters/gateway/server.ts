import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Answerer } from './answer.ts';
import { GatewayMetrics } from './metrics.ts';
import type { GatewayParts } from './parts.ts';
import { RealtimeSockets } from './realtime.ts';
import { Visits } from './visits.ts';

const LIMITS = {
  headersTimeout: 10_000,
  /** A recording may come over a slow line. */
  requestTimeout: 120_000,
  keepAliveTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
};
const MOST_CONNECTIONS = 8_192;
/** A client may be waiting for a server that is still allowed to think. In milliseconds. */
const BEYOND_PATIENCE_MS = 30_000;

export interface GatewayServer {
  /** Listens; answers the port, which matters when 0 was asked for. */
  listen(host: string, port: number): Promise<number>;
  /** Refuses new calls and lets the live ones end, for so long at most. */
  drain(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** The model gateway over HTTP and WebSockets, as OpenAI's clients speak them. */
export function gatewayServer(parts: GatewayParts): GatewayServer {
  const visits = new Visits();
  const metrics = new GatewayMetrics(parts.metrics, parts.loads);
  const answerer = new Answerer(parts, visits, metrics);
  const sockets = new RealtimeSockets(parts, visits, metrics);
  const server = createServer(LIMITS, (request, response) => void answerer.answer(request, response));
  server.on('upgrade', (request, stream, head) => void sockets.take(request, stream, head));
  server.maxConnections = MOST_CONNECTIONS;
  server.timeout = parts.settings.patienceMs + BEYOND_PATIENCE_MS;
  return {
    listen: (host, port) => listen(server, host, port),
    drain: (ms) => visits.drain(ms),
    async close() {
      visits.end();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
