/** One open socket of a media server, whatever library carries it. */
export interface MediaSocket {
  /** Sends one message: text or bytes. */
  send(message: string | Uint8Array): void;
  /** Bytes that the peer has not taken yet. */
  readonly bufferedBytes: number;
  /** Starts closing; the peer gets what was sent before. Ends by force when the peer does not answer in half a second. */
  close(code: number, reason: string): void;
  /** Whoever listens; set before the first message can arrive. */
  listener: MediaSocketListener;
}

export interface MediaSocketListener {
  binary(bytes: Uint8Array): void;
  text(text: string): void;
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

/** Room for a reason in a closing frame, with a margin for the character that is cut. In bytes. */
const REASON_BYTES = 120;

/** A reason as long as a closing frame can carry it. */
export const shortReason = (reason: string): string => Buffer.from(reason).subarray(0, REASON_BYTES).toString('utf8');
