import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { PhonemeMarkup } from './phonemes.ts';
import type { OpenSocket, SocketListener } from '../../lib/web-socket.ts';
import type { TimedWord } from './word-alignment.ts';
import type { WireCodec } from './wire-codec.ts';

/** Protocol of a TTS vendor with a socket. */
export interface TtsProtocol {
  readonly vendor: string;
  readonly sampleRate: number;
  /** Codec of the audio in its messages. */
  readonly wire: WireCodec;
  /** Whether audio comes as binary messages without a context name. A connection then has one context at a time. */
  readonly hasBinaryAudio?: true;
  /** Maximum number of contexts per connection. */
  readonly contextsMax: number;
  /** Whether a context uses capacity until the vendor reports it closed. The request of a single text then closes its context. */
  readonly reportsClosed?: boolean;
  /** Keep-alive message and interval. */
  readonly keepAlive?: { readonly everyMs: number; readonly message: string };
  /** The vendor closes a connection after this time without a message, in ms, by its documentation. */
  readonly idleTimeoutMs?: number;
  /** Connects and waits until texts can be sent. */
  connect(listener: SocketListener): Promise<OpenSocket>;
  /** Marks words up with their pronunciation in IPA. Absent where the vendor, its model or the language has none. */
  readonly markPhonemes?: PhonemeMarkup | undefined;
  /** Whether numbers, dates and addresses are to be written out for the vendor. */
  readonly needsNormalisation?: boolean;
  /** Messages for the whole of a text. The name identifies its context. */
  synthesise(name: string, text: string): readonly string[];
  /** How texts are added to a context. Left out where the vendor cannot, or does not separate them. */
  readonly contexts?: TtsContexts;
  /** Messages that cancel a context. Null when the connection must be closed instead. */
  cancel(name: string): readonly string[] | null;
  /** The event in a message. Null when there is none. */
  read(message: string): TtsEvent | null;
}

/** How the texts of a speech share a context. */
export interface TtsContexts {
  /** The vendor drops a context soon after this time without a text, in ms. */
  readonly keptMs: number;
  /** Whether letter timings separate the texts until the vendor has reported an end. */
  readonly haveLetters?: boolean;
  /** Messages for the next text of a speech. */
  add(name: string, text: string, isFirst: boolean): readonly string[];
  /** Messages that end the context. */
  end(name: string): readonly string[];
}

/** Output for the first incomplete text of a context. */
export interface TtsEvent {
  /** Name of the context. Left out when the event concerns the whole connection. */
  readonly name?: string;
  /** Audio as received. It may start and end inside a sample. */
  readonly audio?: Uint8Array;
  /** Words timed from the start of this chunk, or from the start of the context or text. */
  readonly chunkWords?: readonly TimedWord[];
  readonly words?: readonly TimedWord[];
  /** The text is complete. */
  readonly isEnd?: boolean;
  /** Number of the end, for vendors that count them. A repeated number reports nothing new. */
  readonly ordinal?: number | undefined;
  /** The context is closed. */
  readonly isClosed?: boolean;
  readonly failure?: VendorFailure;
}
