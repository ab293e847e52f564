import { WebSocket } from 'ws';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Network } from './network.ts';
import { requireSendable } from './sendable-headers.ts';
import { disconnection, refusal } from './vendor-failures.ts';

const CONNECT_MS = 5_000;
/** The other side has this long to answer a close before the connection is cut. In milliseconds. */
const CLOSE_MS = 500;
const LARGEST_MESSAGE = 4 * 1_048_576;
/** Every so often a sign of life is asked for; a connection on which none came until the next time is lost. In milliseconds. */
const PING_MS = 15_000;
/** A vendor that takes so little that this much waits to be sent is as good as gone. In bytes. */
const MOST_UNSENT = 4 * 1_048_576;
/** Closings that say the fault is ours: unsupported data, malformed text, a broken rule. */
const OUR_FAULT = new Set([1003, 1007, 1008]);
/** Closings without a complaint: done, or going away. */
const ORDERLY = new Set([1000, 1001]);

export interface SocketRequest {
  readonly vendor: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly network: Network;
  /** Closings by which this vendor says that the fault is ours, besides those of the standard. */
  readonly ourFault?: readonly number[];
}

export interface SocketListener {
  /** A text message came. */
  message(text: string): void;
  /** A binary message came. */
  binary?(bytes: Uint8Array): void;
  /**
   * The connection is gone, and not because it was closed from here. Nothing is told afterwards. It is orderly when the
   * other end had no complaint: it was done with it, or found it idle for too long.
   */
  closed(failure: VendorFailure, isOrderly?: boolean): void;
  /** The other end showed that it is there, though it may have nothing to say. */
  alive?(): void;
}

export interface OpenSocket {
  /** Sends unless the connection is gone. */
  send(message: string | Uint8Array): void;
  /** Asks for a sign of life. */
  ping(): void;
  close(): void;
}

/**
 * Connects within five seconds or fails as vendors do. Redirects are not followed. A connection that stands on this side
 * only is found out within half a minute.
 */
export async function openWebSocket(request: SocketRequest, listener: SocketListener): Promise<OpenSocket> {
  const { vendor } = request;
  const socket = dial(request);
  let fault: unknown;
  let isOver = false;
  const over = (failure: VendorFailure, isOrderly = false): void => {
    if (isOver) return;
    isOver = true;
    listener.closed(failure, isOrderly);
  };
  const lose = (what: string): void => {
    over(disconnection(vendor, what));
    socket.terminate();
  };
  socket.on('message', (message, isBinary) => {
    if (isOver) return;
    if (isBinary) listener.binary?.(message as Buffer);
    else listener.message((message as Buffer).toString('utf8'));
  });
  socket.on('error', (error) => (fault = error));
  socket.on('pong', () => void (!isOver && listener.alive?.()));
  socket.on('close', (code) => over(closing(request, code, fault), ORDERLY.has(code)));
  await opening(socket, vendor);
  const rest = watch(socket, () => lose('does not answer'));
  return {
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(message);
      if (socket.bufferedAmount > MOST_UNSENT) lose('does not keep up');
    },
    ping: () => void (socket.readyState === WebSocket.OPEN && socket.ping()),
    close() {
      isOver = true;
      rest();
      hangUp(socket);
    },
  };
}

function dial({ vendor, url, headers, network }: SocketRequest): WebSocket {
  const lookup = network.guard(url);
  requireSendable(vendor, headers);
  return new WebSocket(url, {
    headers: { ...headers },
    handshakeTimeout: CONNECT_MS,
    maxPayload: LARGEST_MESSAGE,
    perMessageDeflate: false,
    lookup,
  });
}

const opening = (socket: WebSocket, vendor: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', (error) => reject(disconnection(vendor, 'cannot be reached', error)));
    socket.on('unexpected-response', (_, { statusCode = 0 }) => {
      reject(refusal(vendor, statusCode));
      socket.terminate();
    });
  });

/** Asks for signs of life until it is told to rest or the connection ends. Tells when none came. */
function watch(socket: WebSocket, silent: () => void): () => void {
  let isAlive = true;
  const alive = (): void => void (isAlive = true);
  const check = (): void => {
    if (!isAlive) {
      rest();
      return silent();
    }
    isAlive = false;
    socket.ping();
  };
  const pings = setInterval(check, PING_MS).unref();
  const rest = (): void => clearInterval(pings);
  socket.on('pong', alive);
  socket.on('message', alive);
  socket.on('close', rest);
  return rest;
}

function hangUp(socket: WebSocket): void {
  socket.close(1000);
  setTimeout(() => socket.terminate(), CLOSE_MS).unref();
}

const closing = ({ vendor, ourFault }: SocketRequest, code: number, fault: unknown): VendorFailure =>
  OUR_FAULT.has(code) || ourFault?.includes(code)
    ? new VendorFailure(`${vendor} closed the connection (${code})`, { retryable: false })
    : disconnection(vendor, `closed the connection (${code})`, fault);
