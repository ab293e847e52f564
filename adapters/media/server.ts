import type { Log } from '../../application/ports/log.ts';
import type { MediaSocket } from './sockets.ts';

/** For answering the runtime's HTTP requests and opening its sockets, whatever library serves them. */
export interface MediaServer {
  /** Starts listening; answers the port, which matters when 0 was asked for. */
  listen(host: string, port: number): Promise<number>;
  /** Closes everything that is still open. */
  close(): Promise<void>;
}

/** What a media server serves. */
export interface MediaRoutes {
  /** Answers a request, or null when there is nothing at that path. */
  request(request: PlainRequest): Promise<PlainReply | null>;
  /** Takes a socket that was just opened. `url` is the path with its query. */
  socket(socket: MediaSocket, opening: SocketOpening): void;
}

export interface PlainRequest {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Path and query as they were sent, which is what was signed. */
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
  /** The X-Forwarded-Host header: what a proxy says the Host header was; null without one. */
  readonly forwardedHost: string | null;
  /** The X-Forwarded-For header, all of its lines; null without one. */
  readonly forwardedFor: string | null;
  /** Address of the other end of the connection: the browser's, or the last proxy's. */
  readonly peer: string;
}

/** Limits that every implementation keeps. */
export const LIMITS = {
  /** The largest message of a client, in bytes: two seconds of audio. */
  messageBytes: 64 * 1024,
  bodyBytes: 64 * 1024,
  /** So much may wait for a peer that does not read; every channel gives up long before. */
  backlogBytes: 4 * 1024 * 1024,
  requestMs: 30_000,
  headersMs: 10_000,
  keepAliveMs: 5_000,
  /** A connection on which nothing moves is closed, as with an answer that nobody reads. */
  idleMs: 60_000,
  /** A peer that does not answer pings for this long is gone. */
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

/** What is answered to a body that is larger than any of a carrier's. */
export const OVERSIZED = json(413, { detail: `The body must not be larger than ${LIMITS.bodyBytes} bytes` });

/** The reply of the routes, whatever becomes of them. */
export async function replyOf(routes: MediaRoutes, log: Log, request: PlainRequest | null): Promise<PlainReply> {
  try {
    return (request && (await routes.request(request))) ?? NOT_FOUND;
  } catch (error) {
    log.error('media.request_failed', { error });
    return FAILED;
  }
}

/** Where a request goes, or null when it is not a path at all. */
export function urlOf(target: string): URL | null {
  try {
    return new URL(target, 'http://media.invalid');
  } catch {
    return null;
  }
}
