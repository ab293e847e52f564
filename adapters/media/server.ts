import type { Log } from '../../application/ports/log.ts';
import type { MediaSocket } from './sockets.ts';

/** The HTTP and WebSocket server of the runtime, independent of its library. */
export interface MediaServer {
  /** Starts listening. Returns the port, for the case that 0 was requested. */
  listen(host: string, port: number): Promise<number>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** The routes of a media server. */
export interface MediaRoutes {
  /** Answers a request, or null when there is nothing at that path. */
  request(request: PlainRequest): Promise<PlainReply | null>;
  /** Handles a socket that was just opened. */
  socket(socket: MediaSocket, opening: SocketOpening): void;
}

export interface PlainRequest {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Path and query as sent, which carriers sign. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface PlainReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface SocketOpening {
  readonly path: string;
  readonly query: URLSearchParams;
  /** The Origin header: the page a browser connects from, null for other clients. */
  readonly origin: string | null;
  /** The Host header. */
  readonly host: string;
  /** The X-Forwarded-Host header. Null without one. */
  readonly forwardedHost: string | null;
  /** All lines of the X-Forwarded-For header. Null without one. */
  readonly forwardedFor: string | null;
  /** Address of the connection's peer: the browser or the last proxy. */
  readonly peer: string;
}

/** Limits of every implementation. */
export const LIMITS = {
  /** Largest message of a client, in bytes: 2 s of audio. */
  messageBytes: 64 * 1024,
  bodyBytes: 64 * 1024,
  /** Most bytes waiting for a peer that does not read. Channels close long before. */
  backlogBytes: 4 * 1024 * 1024,
  requestMs: 30_000,
  headersMs: 10_000,
  keepAliveMs: 5_000,
  /** An idle connection is closed after this, in ms. */
  idleMs: 60_000,
  /** Interval of pings, in ms. A peer that does not answer one is disconnected. */
  pingMs: 15_000,
  closeMs: 500,
} as const;

/** A JSON reply. */
export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): PlainReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const NOT_FOUND = json(404, { detail: 'Not Found' });
const FAILED = json(500, { detail: 'Internal server error' });

/** The reply to a request whose body is too large. */
export const OVERSIZED = json(413, { detail: `The body must not be larger than ${LIMITS.bodyBytes} bytes` });

/** The reply of the routes, with errors as 500. */
export async function replyOf(routes: MediaRoutes, log: Log, request: PlainRequest | null): Promise<PlainReply> {
  try {
    return (request && (await routes.request(request))) ?? NOT_FOUND;
  } catch (error) {
    log.error('media.request_failed', { error });
    return FAILED;
  }
}

/** The URL of a request target, or null if it is invalid. */
export function urlOf(target: string): URL | null {
  try {
    return new URL(target, 'http://media.invalid');
  } catch {
    return null;
  }
}
