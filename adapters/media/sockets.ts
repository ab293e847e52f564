/** One open socket of a media server, whatever library carries it. */
export interface MediaSocket {
  /** Sends one binary message. */
  send(bytes: Uint8Array): void;
  /** Bytes that the peer has not taken yet. */
  readonly bufferedBytes: number;
  /** Starts closing; the peer gets what was sent before. Ends by force when the peer does not answer in half a second. */
  close(code: number, reason: string): void;
  /** Whoever listens; set before the first message can arrive. */
  listener: SocketListener;
}

export interface SocketListener {
  binary(bytes: Uint8Array): void;
  text(): void;
  /** Called exactly once. */
  closed(code: number): void;
}

/** Close codes: RFC 6455's where one fits, else our own, which say an HTTP status with 4000 added. */
export const CLOSE = {
  done: 1000,
  goingAway: 1001,
  unsupported: 1003,
  malformed: 1007,
  failed: 1011,
  tryLater: 1013,
  badRequest: 4400,
  forbidden: 4403,
  notFound: 4404,
  neverReady: 4408,
  tooMany: 4429,
} as const;
