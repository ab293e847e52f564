import { createServer } from 'node:http';
import { timeoutOptions, type ServerTimeouts } from '../lib/server-timeouts.ts';
import { countRequests } from '../lib/count-requests.ts';
import { listen } from '../lib/listen.ts';
import { boundPipelines } from '../lib/pipelined.ts';
import { RequestHandler } from './request-handler.ts';
import type { GatewayParts } from './parts.ts';
import { RealtimeSockets } from './realtime.ts';
import { ActiveRequests } from './active-requests.ts';

/** Allows for a recording over a slow connection. */
export const TIMEOUTS: ServerTimeouts = { headersMs: 10_000, requestMs: 120_000, keepAliveMs: 30_000 };
const MOST_CONNECTIONS = 8_192;
/** A client may still wait for a model server that is within its own timeout. In milliseconds. */
const DRAIN_MARGIN_MS = 30_000;

export interface GatewayServer {
  /** Listens. Answers the port, which matters for port 0. */
  listen(host: string, port: number): Promise<number>;
  /** Refuses new calls and waits this many milliseconds at most for live ones to end. */
  drain(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** The model gateway over HTTP and WebSocket, compatible with OpenAI clients. */
export function gatewayServer(parts: GatewayParts): GatewayServer {
  const requests = new ActiveRequests();
  const handler = new RequestHandler(parts, requests);
  const sockets = new RealtimeSockets(parts, requests);
  const options = timeoutOptions(parts.settings.timeouts ?? TIMEOUTS);
  const server = createServer(
    options,
    boundPipelines((request, response) => void handler.answer(request, response)),
  );
  server.on('upgrade', (request, stream, head) => void sockets.take(request, stream, head));
  countRequests(server, operationOf, parts.answered);
  server.maxConnections = MOST_CONNECTIONS;
  server.timeout = parts.settings.timeoutMs + DRAIN_MARGIN_MS;
  return {
    listen: (host, port) => listen(server, host, port),
    drain: (ms) => requests.drain(ms),
    async close() {
      requests.end();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const OPERATIONS: ReadonlySet<string> = new Set(['health', 'livez', 'readyz', 'metrics']);

/** Model calls have metrics by slot. Here they count as one operation. */
function operationOf(path: string): string {
  if (path.startsWith('/v1/')) return 'model';
  return OPERATIONS.has(path.slice(1)) ? path.slice(1) : 'none';
}
