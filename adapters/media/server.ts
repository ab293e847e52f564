import type { MediaSocket } from './sockets.ts';

/** For answering the runtime's HTTP requests and opening its sockets, whatever library serves them. */
export interface MediaServer {
  /** Starts listening; answers the port, which matters when 0 was asked for. */
  listen(host: string, port: number): Promise<number>;
  /** Refuses new requests and sockets from now on; open sockets go on. */
  stopAccepting(): void;
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
}

/** Limits that every implementation keeps. */
export const LIMITS = {
  /** The largest message of a client, in bytes: two seconds of audio. */
  messageBytes: 64 * 1024,
  headerBytes: 16 * 1024,
  requestMs: 30_000,
  headersMs: 10_000,
  /** A peer that does not answer pings for this long is gone. */
  pingMs: 15_000,
  closeMs: 500,
} as const;
