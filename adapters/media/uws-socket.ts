import type { WebSocket } from 'uWebSockets.js';
import { type MediaSocket, shortReason, type MediaSocketListener } from './sockets.ts';

/** A socket of uWebSockets.js, which throws on use of a closed socket. */
export class UwsSocket implements MediaSocket {
  readonly #connection: WebSocket<unknown>;
  #isOpen = true;
  listener: MediaSocketListener = { binary: () => undefined, text: () => undefined, closed: () => undefined };

  constructor(connection: WebSocket<unknown>) {
    this.#connection = connection;
  }

  get bufferedBytes(): number {
    return this.#isOpen ? this.#connection.getBufferedAmount() : 0;
  }

  send(message: string | Uint8Array): void {
    if (this.#isOpen) this.#connection.send(message, typeof message !== 'string');
  }

  /** The library flushes pending messages and closes the connection. */
  close(code: number, reason: string): void {
    if (this.#isOpen) this.#connection.end(code, shortReason(reason));
  }

  /** A message came. */
  received(message: ArrayBuffer, isBinary: boolean): void {
    // The library reuses the message after this callback.
    if (isBinary) this.listener.binary(new Uint8Array(message.slice(0)));
    else this.listener.text(Buffer.from(message).toString('utf8'));
  }

  /** The connection is closed. */
  closed(code: number): void {
    this.#isOpen = false;
    this.listener.closed(code);
  }
}
