import { WebSocket } from 'ws';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Network } from './network.ts';
import { requireSendable } from './sendable-headers.ts';
import { disconnection, refusal } from './vendor-failures.ts';

const CONNECT_MS = 5_000;
/** The other side has this long to answer a close before the connection is cut. In milliseconds. */
const CLOSE_MS = 500;
const LARGEST_MESSAGE = 4 * 1_048_576;
/** A vendor that takes so little that this much waits to be sent is as good as gone. In bytes. */
const MOST_UNSENT = 4 * 1_048_576;
/** Closings that say the fault is ours: unsupported data, malformed text, a broken rule. */
const OUR_FAULT = new Set([1003, 1007, 1008]);

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
  /** The connection is gone, and not because it was closed from here. Nothing is told afterwards. */
  closed(failure: VendorFailure): void;
}

export interface OpenSocket {
  /** Sends unless the connection is gone. */
  send(message: string | Uint8Array): void;
  close(): void;
}

/** Connects within five seconds or fails as vendors do. Redirects are not followed. */
export function openWebSocket(request: SocketRequest, listener: SocketListener): Promise<OpenSocket> {
  const { vendor, url, headers, network } = request;
  return new Promise((resolve, reject) => {
    network.check(url);
    requireSendable(vendor, headers);
    const socket = new WebSocket(url, {
      headers: { ...headers },
      handshakeTimeout: CONNECT_MS,
      maxPayload: LARGEST_MESSAGE,
      perMessageDeflate: false,
      lookup: network.lookup,
    });
    let fault: unknown;
    let isOver = false;
    const over = (failure: VendorFailure): void => {
      if (isOver) return;
      isOver = true;
      listener.closed(failure);
    };
    socket.on('unexpected-response', (_, { statusCode = 0 }) => {
      reject(refusal(vendor, statusCode));
      socket.terminate();
    });
    socket.on('error', (error) => {
      fault = error;
      reject(disconnection(vendor, 'cannot be reached', error));
    });
    socket.on('message', (message, isBinary) => {
      if (!isBinary && !isOver) listener.message((message as Buffer).toString('utf8'));
    });
    socket.on('close', (code) => over(closing(request, code, fault)));
    socket.on('open', () =>
      resolve({
        send(message) {
          if (socket.readyState !== WebSocket.OPEN) return;
          socket.send(message);
          if (socket.bufferedAmount <= MOST_UNSENT) return;
          over(disconnection(vendor, 'does not keep up'));
          socket.terminate();
        },
        close() {
          isOver = true;
          socket.close(1000);
          setTimeout(() => socket.terminate(), CLOSE_MS).unref();
        },
      }),
    );
  });
}

const closing = ({ vendor, ourFault }: SocketRequest, code: number, fault: unknown): VendorFailure =>
  OUR_FAULT.has(code) || ourFault?.includes(code)
    ? new VendorFailure(`${vendor} closed the connection (${code})`, { retryable: false })
    : disconnection(vendor, `closed the connection (${code})`, fault);
