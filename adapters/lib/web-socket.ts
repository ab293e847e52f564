import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { WebSocket } from 'ws';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Network } from './network.ts';
import { requireSendable } from './sendable-headers.ts';
import { disconnection, refusal } from './vendor-failures.ts';

const LARGEST_MESSAGE = 4 * 1_048_576;
/** Most unsent data before the connection counts as lost. In bytes. */
const MOST_UNSENT = 4 * 1_048_576;
/** Close codes that blame this side: unsupported data, malformed text, policy violation. */
const OUR_FAULT = new Set([1003, 1007, 1008]);
/** Close codes without an error: normal, going away. */
const ORDERLY = new Set([1000, 1001]);

export interface SocketRequest {
  readonly vendor: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly network: Network;
  /** Further close codes by which this vendor blames this side. */
  readonly ourFault?: readonly number[];
}

export interface SocketListener {
  /** Receives a text message. */
  message(text: string): void;
  /** Receives a binary message. */
  binary?(bytes: Uint8Array): void;
  /**
   * The connection ended, but not by `close`. No call follows. `isOrderly` when the server closed it without an error:
   * normally, or as idle.
   */
  closed(failure: VendorFailure, isOrderly?: boolean): void;
  /** The server answered a ping. */
  alive?(): void;
}

export interface OpenSocket {
  /** Sends, unless the connection has ended. */
  send(message: string | Uint8Array): void;
  /** Sends a ping. */
  ping(): void;
  close(): void;
}

/**
 * Connects within five seconds or throws a `VendorFailure`. Does not follow redirects. Detects a dead connection within
 * half a minute.
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
    handshakeTimeout: TIMEOUTS_MS.vendor_connection,
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

/** Pings until stopped or the connection ends. Calls `silent` without an answer. */
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
  const pings = setInterval(check, TIMEOUTS_MS.vendor_ping).unref();
  const rest = (): void => clearInterval(pings);
  socket.on('pong', alive);
  socket.on('message', alive);
  socket.on('close', rest);
  return rest;
}

function hangUp(socket: WebSocket): void {
  socket.close(1000);
  setTimeout(() => socket.terminate(), TIMEOUTS_MS.vendor_close).unref();
}

const closing = ({ vendor, ourFault }: SocketRequest, code: number, fault: unknown): VendorFailure =>
  OUR_FAULT.has(code) || ourFault?.includes(code)
    ? new VendorFailure(`${vendor} closed the connection (${code})`, { retryable: false })
    : disconnection(vendor, `closed the connection (${code})`, fault);
