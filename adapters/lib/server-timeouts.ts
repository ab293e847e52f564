import type { ServerOptions } from 'node:http';

/** Timeouts of a server for its clients. In milliseconds. */
export interface ServerTimeouts {
  /** Until the headers are complete. */
  readonly headersMs: number;
  /** Until the request is complete. */
  readonly requestMs: number;
  /** Until the next request on a kept connection. */
  readonly keepAliveMs: number;
}

const HEADER_BYTES = 16 * 1024;

/** Server options that enforce the timeouts. Node checks connections periodically, so a timeout can be a third late. */
export const timeoutOptions = ({ headersMs, requestMs, keepAliveMs }: ServerTimeouts) =>
  ({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.ceil(headersMs / 3),
    maxHeaderSize: HEADER_BYTES,
  }) satisfies ServerOptions;
