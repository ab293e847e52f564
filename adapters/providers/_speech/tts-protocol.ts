import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { OpenSocket, SocketListener } from '../../lib/web-socket.ts';
import type { TimedWord } from './word-alignment.ts';
import type { WireCodec } from './wire-codec.ts';

/** How a vendor is spoken with over a socket. */
export interface TtsProtocol {
  readonly vendor: string;
  readonly sampleRate: number;
  /** How the audio of its messages is encoded. */
  readonly wire: WireCodec;
  /** Whether binary messages are the audio of what is spoken, without a name: then a connection has one context at a time. */
  readonly hasBinaryAudio?: true;
  /** How many contexts a connection has at a time: what is spoken as one, under one name. */
  readonly contextsMax: number;
  /** Whether a context has its place until the vendor tells that it is closed. Then one text alone is closed by asking for it. */
  readonly reportsClosed?: boolean;
  /** What must be said every so often lest the vendor hangs up. */
  readonly keepAlive?: { readonly everyMs: number; readonly message: string };
  /** The vendor hangs up after so long without a message from here, in milliseconds, as its documentation says. */
  readonly idleTimeoutMs?: number;
  /** Connects until texts can be said. */
  connect(listener: SocketListener): Promise<OpenSocket>;
  /** Asks for the whole of a text. The name tells it from the others of its connection. */
  synthesise(name: string, text: string): readonly string[];
  /** How texts are added to each other; left out where the vendor cannot, or does not tell one of them from the next. */
  readonly contexts?: TtsContexts;
  /** Takes back what is still to be spoken under this name; null when the vendor offers no way, and the connection must go. */
  cancel(name: string): readonly string[] | null;
  /** What a message says; null when nothing. */
  read(message: string): TtsEvent | null;
}

/** How texts are spoken as one, under one name. */
export interface TtsContexts {
  /** A speech to which nothing is added for so long is forgotten by the vendor soon. In milliseconds. */
  readonly keptMs: number;
  /** Whether the letters that it spells tell which text the vendor is at, as long as it was not seen to tell the end of one. */
  readonly haveLetters?: boolean;
  /** Asks for the next text of a speech, at once. */
  add(name: string, text: string, isFirst: boolean): readonly string[];
  /** Nothing is added to the speech any more. */
  end(name: string): readonly string[];
}

/** What came of a text: of the first that was asked for under this name and is not over. */
export interface TtsEvent {
  /** Whose it is; left out, it is about everything on the connection. */
  readonly name?: string;
  /** As the vendor sent it: it may begin and end in the middle of a sample. */
  readonly audio?: Uint8Array;
  /** What is spoken in this piece of audio, by the time since the piece began; or by the time since the speech or the text did. */
  readonly chunkWords?: readonly TimedWord[];
  readonly words?: readonly TimedWord[];
  /** The text is over. */
  readonly isEnd?: boolean;
  /** For vendors who number the ends of a context: they rise, and one that was told before tells nothing new. */
  readonly ordinal?: number | undefined;
  /** Nothing more comes under this name. */
  readonly isClosed?: boolean;
  readonly failure?: VendorFailure;
}
