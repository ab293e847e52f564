import type { ServerOptions } from 'node:http';

/** How long a server waits for those who ask it. In milliseconds. */
export interface ServerTimeouts {
  /** For the headers of a request. */
  readonly headersMs: number;
  /** For the whole of a request, however it drips. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly keepAliveMs: number;
}

const HEADER_BYTES = 16 * 1024;

/** Options of a server that keeps nobody's connection beyond its patience, by much: Node looks after it now and then. */
export const timeoutOptions = ({ headersMs, requestMs, keepAliveMs }: ServerTimeouts) =>
  ({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.ceil(headersMs / 3),
    maxHeaderSize: HEADER_BYTES,
  }) satisfies ServerOptions;
