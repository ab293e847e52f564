import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { OpenSocket, SocketListener } from '../../lib/web-socket.ts';

/** How a vendor is spoken with over a socket. */
export interface VoiceDialect {
  readonly vendor: string;
  readonly sampleRate: number;
  /** How many texts a connection speaks at a time. */
  readonly atOnce: number;
  /** What must be said every so often lest the vendor hangs up. */
  readonly keepAlive?: { readonly everyMs: number; readonly message: string };
  /** Connects until texts can be said. */
  connect(listener: SocketListener): Promise<OpenSocket>;
  /** Asks for the whole of a text. The name tells it from the others of its connection. */
  say(name: string, text: string): readonly string[];
  /** Takes a text back; null when the vendor offers no way, and the connection must go. */
  stop(name: string): readonly string[] | null;
  /** What a message says; null when nothing. */
  read(message: string): Uttered | null;
}

/** What came of a text. */
export interface Uttered {
  /** Whose it is; left out, it is about all texts of the connection. */
  readonly name?: string;
  readonly audio?: Int16Array;
  readonly isEnd?: boolean;
  readonly failure?: VendorFailure;
}
