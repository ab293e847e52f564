import type { WebSocket } from 'ws';

/** What a leg reports of its call. */
export interface LegListener {
  /** Audio of the agent of this length in milliseconds arrived. */
  audio(ms: number, isAudible: boolean): void;
  /** The agent discards what was not played yet. */
  cleared(): void;
}

/** How a call ended: the agent ended it, the caller hung up, or it failed. */
export type LegEnd = { readonly by: 'caller' | 'agent' } | { readonly by: 'failure'; readonly cause: string };

/** The caller's end of one call, of which a frame is `F` on the wire. */
export interface CallerLeg<F> {
  /** Resolves when the call is over. */
  readonly ended: Promise<LegEnd>;
  send(frame: F): void;
  hangUp(): void;
}

/** Opens calls to one agent. Rejects with a `SetUpFailure`. */
export interface LegOpener<F> {
  open(listener: LegListener): Promise<CallerLeg<F>>;
}

/** A wire level below this is silence. */
export const AUDIBLE_LEVEL = 300;
/** Without a mask of zeros a socket copies every frame. */
export const SOCKET_OPTIONS = {
  perMessageDeflate: false,
  skipUTF8Validation: true,
  generateMask: (): void => undefined,
} as const;
/** Most unsent bytes of a socket that does not take them. */
export const UNSENT_BYTES_MAX = 1_048_576;
/** How long the other side may take to close a socket. In milliseconds. */
const CLOSING_MS = 3_000;

/** Hangs up: closes the socket, and cuts it when the other side does not answer. */
export function closeSocket(socket: WebSocket): void {
  socket.close(1000);
  const timer = setTimeout(() => socket.terminate(), CLOSING_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
