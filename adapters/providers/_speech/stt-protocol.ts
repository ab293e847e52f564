import type { OpenSocket, SocketListener } from '../../lib/web-socket.ts';

/** A vendor that is streamed to over a socket. */
export interface StreamingSttVendor {
  readonly name: string;
  readonly endpointingMs: number;
  readonly sampleRate: number;
  /** The final words must come within this of being asked for; then those that are known are taken. In milliseconds. */
  readonly finalTimeoutMs: number;
  /** What must be said every so often while nobody speaks lest the vendor hangs up; null when nothing must. */
  readonly keepAlive: { readonly everyMs: number; readonly message: string } | null;
  /** Whether it may tell nothing at all of an utterance without words. Then that its end of the connection is there has to do. */
  readonly isSilentWithoutWords?: boolean;
  /**
   * How many times faster than it was spoken the vendor takes audio; left out, as fast as it comes. What is said again after
   * a lost connection is sent no faster than that, so that nothing that is sent behind it overtakes it.
   */
  readonly replaySpeed?: number;
  /** What is said before hanging up. */
  readonly closeMessage: SttMessage | null;
  /** Connects until the vendor listens. */
  connect(listener: SocketListener): Promise<OpenSocket>;
  /** The dialect of one connection. */
  openProtocol(): SttProtocol;
}

/** One message to a vendor. */
export type SttMessage = string | Uint8Array;

/** One connection's dialect: what is sent for what happens, and which utterance an answer is about. */
export interface SttProtocol {
  /** Whether nothing but their order tells which utterance an answer is about. */
  readonly isOrdered: boolean;
  startUtterance(): readonly SttMessage[];
  /** What is sent for audio of an utterance; null when it waits for more. */
  audio(pcm: Int16Array): SttMessage | null;
  /** What is sent while nobody speaks, if anything. */
  silence(pcm: Int16Array): SttMessage | null;
  /** Asks for the final words of the utterance. */
  endUtterance(): readonly (SttMessage | null)[];
  /** What a message says about the n-th utterance of this connection; null when it says nothing. Throws a VendorFailure when the vendor gave up. */
  read(message: string): SttResult | null;
  /**
   * How long the final words of the present utterance may take, for vendors where that depends on what they told. It is asked
   * anew with everything that is told. In milliseconds.
   */
  finalTimeoutMs?(): number;
  /** What had to wait for the message that was just read. */
  unblocked?(): readonly SttMessage[];
}

export interface SttResult {
  readonly utterance: number;
  /** All the words of the utterance so far. */
  readonly text: string;
  readonly final: boolean;
  /** Whether no later answer changes those words, though more may follow. */
  readonly stable?: boolean;
}
