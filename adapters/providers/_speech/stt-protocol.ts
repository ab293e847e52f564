import type { Transcript } from '../../../application/ports/speech-to-text.ts';
import type { CallerWord } from '../../../domain/voice/caller-word.ts';
import type { OpenSocket, SocketListener } from '../../lib/web-socket.ts';

/** An STT vendor with a streaming socket. */
export interface StreamingSttVendor {
  readonly name: string;
  readonly endpointingMs: number;
  readonly interimGapMs?: number | null;
  readonly reportsTurns?: boolean;
  readonly sampleRate: number;
  /** Timeout for the final transcript, in ms. Afterwards the interim words become final. */
  readonly finalTimeoutMs: number;
  /** Keep-alive message and interval the vendor needs during silence. Null when it needs none. */
  readonly keepAlive: { readonly everyMs: number; readonly message: string } | null;
  /** Whether the vendor sends nothing for an utterance without words. A ping then shows that the connection is alive. */
  readonly isSilentWithoutWords?: boolean;
  /** Maximum speed of audio relative to real time. Unlimited when left out. A replay is paced, and later audio waits behind it. */
  readonly replaySpeed?: number;
  /** Message sent before closing. */
  readonly closeMessage: SttMessage | null;
  /** Connects and waits until the vendor is ready. */
  connect(listener: SocketListener): Promise<OpenSocket>;
  /** Creates the protocol of one connection. */
  openProtocol(): SttProtocol;
}

/** A message to the vendor. */
export type SttMessage = string | Uint8Array;

/** Protocol of one connection: encodes messages and assigns results to utterances. */
export interface SttProtocol {
  /** Whether results name their utterance only by their order. */
  readonly isOrdered: boolean;
  startUtterance(): readonly SttMessage[];
  /** Message for audio of an utterance. Null while it collects more. */
  audio(pcm: Int16Array): SttMessage | null;
  /** Message for audio during silence. Null when none is sent. */
  silence(pcm: Int16Array): SttMessage | null;
  /** Messages that request the final transcript of the utterance. */
  endUtterance(): readonly (SttMessage | null)[];
  /**
   * The result in a message, numbered by utterance of this connection. Null when there is none. Throws a VendorFailure
   * when the vendor reports an error.
   */
  read(message: string): SttResult | null;
  /**
   * Timeout for the final transcript of the current utterance, in ms, where it depends on earlier results. Read again
   * after each result.
   */
  finalTimeoutMs?(): number;
  /** Messages that had to wait for the message just read. */
  unblocked?(): readonly SttMessage[];
}

export interface SttResult extends Transcript {
  readonly utterance: number;
  /** All words of the utterance so far. */
  readonly text: string;
  /** Their times, of a final result, from the start of the utterance's audio. */
  readonly words?: readonly CallerWord[];
}
