/** An open socket of a media server, independent of its library. */
export interface MediaSocket {
  /** Sends one message: text or bytes. */
  send(message: string | Uint8Array): void;
  /** Bytes not sent to the peer yet. */
  readonly bufferedBytes: number;
  /**
   * Starts closing after the messages sent before. Terminates the connection if the peer does not answer within 0.5 s.
   */
  close(code: number, reason: string): void;
  /** The listener. Set before the first message can arrive. */
  listener: MediaSocketListener;
}

export interface MediaSocketListener {
  binary(bytes: Uint8Array): void;
  text(text: string): void;
  /** Called exactly once. */
  closed(code: number): void;
}

/** Close codes: those of RFC 6455, or 4000 plus an HTTP status. */
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

/** Maximum length of a close reason, in bytes, with a margin for a split character. */
const REASON_BYTES = 120;

/** The reason, cut to what a close frame can hold. */
export const shortReason = (reason: string): string => Buffer.from(reason).subarray(0, REASON_BYTES).toString('utf8');
