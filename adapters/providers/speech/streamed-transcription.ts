import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import type { OpenSocket, SocketListener } from '../../lib/web-socket.ts';
import { PreRoll } from '../local/pre-roll.ts';
import { UtteranceQueue, type Owed } from './utterance-queue.ts';

const PRE_ROLL_SECONDS = 0.3;
const LONGEST_SECONDS = 30;

/** A vendor that is streamed to over a socket. */
export interface StreamedVendor {
  readonly name: string;
  readonly endpointingMs: number;
  readonly sampleRate: number;
  /** The final words must come within this of being asked for; then those that are known are taken. In milliseconds. */
  readonly finalMs: number;
  /** What must be said every so often lest the vendor hangs up; null when the audio is enough. */
  readonly keepAlive: { readonly everyMs: number; readonly message: string } | null;
  /** What is said before hanging up. */
  readonly farewell: string | null;
  connect(listener: SocketListener): Promise<OpenSocket>;
  /** The dialect of one connection. */
  line(): Line;
}

/** One connection's dialect: what is sent for what happens, and which utterance an answer is about. */
export interface Line {
  begin(): void;
  audio(pcm: Int16Array): string | Uint8Array;
  /** What is sent while nobody speaks, if anything. */
  silence(pcm: Int16Array): Uint8Array | null;
  /** Asks for the final words of the utterance. */
  finish(): string;
  /** What a message says about the n-th utterance of this connection; null when it says nothing. */
  read(message: string): Told | null;
}

export interface Told {
  readonly utterance: number;
  /** All the words of the utterance so far. */
  readonly text: string;
  readonly final: boolean;
}

interface Said {
  readonly owed: Owed;
  readonly audio: Int16Array[];
  samples: number;
  text: string;
  isFinished: boolean;
  isRepeated: boolean;
  overdue: NodeJS.Timeout | undefined;
}

interface Connection {
  readonly line: Line;
  readonly said: Said[];
  socket: OpenSocket | null;
  keepAlive: NodeJS.Timeout | undefined;
  /** Whether the vendor said anything since the last utterance began. */
  isAlive: boolean;
}

/**
 * A transcription over a vendor's socket. The vendor hears utterances only. A connection that breaks is made again and
 * hears what was not answered yet once more; an utterance that is lost twice has failed.
 */
export class StreamedTranscription implements Transcription {
  readonly endpointingMs: number;
  readonly #vendor: StreamedVendor;
  readonly #queue: UtteranceQueue;
  readonly #preRoll: PreRoll;
  #unanswered: Said[] = [];
  #spoken: Said | null = null;
  #connection: Connection | null = null;
  #isConnecting = false;
  #isClosed = false;

  private constructor(vendor: StreamedVendor, listener: TranscriptionListener) {
    this.#vendor = vendor;
    this.#queue = new UtteranceQueue(listener);
    this.#preRoll = new PreRoll(PRE_ROLL_SECONDS * vendor.sampleRate);
    this.endpointingMs = vendor.endpointingMs;
  }

  /** Connects first, so that a vendor who refuses is known before the call begins. */
  static async open(vendor: StreamedVendor, listener: TranscriptionListener): Promise<Transcription> {
    const transcription = new StreamedTranscription(vendor, listener);
    transcription.#connection = await transcription.#connected();
    return transcription;
  }

  write(pcm: Int16Array): void {
    if (this.#isClosed) return;
    const audio = pcm.slice();
    const said = this.#spoken;
    if (!said) this.#preRoll.push(audio);
    this.#send(({ line }) => (said ? line.audio(audio) : line.silence(audio)));
    if (!said) return;
    said.audio.push(audio);
    said.samples += audio.length;
    if (said.samples >= LONGEST_SECONDS * this.#vendor.sampleRate) this.#cut();
  }

  begin(): void {
    if (!this.#isClosed && !this.#spoken) this.#start([this.#preRoll.take()]);
  }

  finish(): void {
    const said = this.#spoken;
    if (!said) return;
    this.#spoken = null;
    said.isFinished = true;
    said.overdue = setTimeout(() => this.#overdue(said), this.#vendor.finalMs);
    said.overdue.unref();
    this.#send(({ line }) => line.finish());
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#queue.close();
    for (const { overdue } of this.#unanswered) clearTimeout(overdue);
    this.#unanswered = [];
    this.#spoken = null;
    this.#send(() => this.#vendor.farewell);
    this.#hangUp();
  }

  /** Somebody speaks without end: what was said so far is an utterance, the rest is another. */
  #cut(): void {
    this.finish();
    this.#start([]);
  }

  #start(audio: Int16Array[]): void {
    const owed = this.#queue.begin();
    const said: Said = { owed, audio, samples: 0, text: '', isFinished: false, isRepeated: false, overdue: undefined };
    this.#spoken = said;
    this.#unanswered.push(said);
    if (this.#connection) this.#say(this.#connection, said);
    else void this.#reconnect();
  }

  /** Sends what there is to send, if there is a connection. */
  #send(message: (connection: Connection) => string | Uint8Array | null): void {
    const sent = this.#connection && message(this.#connection);
    if (sent) this.#connection?.socket?.send(sent);
  }

  /** Sends an utterance as far as there is one. */
  #say({ line, said, socket }: Connection, utterance: Said): void {
    said.push(utterance);
    line.begin();
    for (const audio of utterance.audio) if (audio.length > 0) socket?.send(line.audio(audio));
    if (utterance.isFinished) socket?.send(line.finish());
  }

  async #connected(): Promise<Connection> {
    const { keepAlive } = this.#vendor;
    const connection: Connection = {
      line: this.#vendor.line(),
      said: [],
      socket: null,
      keepAlive: undefined,
      isAlive: false,
    };
    const socket = await this.#vendor.connect({
      message: (text) => this.#read(connection, text),
      closed: (failure) => this.#lost(connection, failure),
    });
    connection.socket = socket;
    if (keepAlive) connection.keepAlive = setInterval(() => socket.send(keepAlive.message), keepAlive.everyMs).unref();
    return connection;
  }

  async #reconnect(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    try {
      const connection = await this.#connected();
      this.#connection = connection;
      if (this.#isClosed) this.#hangUp();
      for (const said of this.#unanswered) this.#say(connection, said);
    } catch (failure) {
      this.#fail(this.#unanswered, failure as VendorFailure);
    } finally {
      this.#isConnecting = false;
    }
  }

  #lost(connection: Connection, failure: VendorFailure): void {
    clearInterval(connection.keepAlive);
    if (connection !== this.#connection) return;
    this.#connection = null;
    this.#fail(
      this.#unanswered.filter(({ isRepeated }) => isRepeated || !failure.retryable),
      failure,
    );
    for (const said of this.#unanswered) said.isRepeated = true;
    if (this.#unanswered.length > 0) void this.#reconnect();
  }

  #read(connection: Connection, message: string): void {
    connection.isAlive = true;
    const told = connection.line.read(message);
    const said = told && connection.said[told.utterance];
    if (!said || said.owed.isOver) return;
    said.text = told.text;
    if (told.final) this.#settle(said, () => said.owed.done(told.text));
    else said.owed.partial(told.text);
  }

  /** No final words came: those that are known are taken. A vendor that said nothing at all is asked anew next time. */
  #overdue(said: Said): void {
    const connection = this.#connection;
    if (connection === null) return this.#fail([said], disconnection(this.#vendor.name, 'does not answer'));
    this.#settle(said, () => said.owed.done(said.text));
    if (!connection.isAlive && this.#unanswered.length === 0) this.#hangUp();
    connection.isAlive = false;
  }

  #fail(lost: readonly Said[], failure: VendorFailure): void {
    for (const said of [...lost]) this.#settle(said, () => said.owed.failed(failure));
  }

  #settle(said: Said, tell: () => void): void {
    clearTimeout(said.overdue);
    this.#unanswered = this.#unanswered.filter((each) => each !== said);
    if (this.#spoken === said) this.#spoken = null;
    tell();
  }

  #hangUp(): void {
    const connection = this.#connection;
    this.#connection = null;
    clearInterval(connection?.keepAlive);
    connection?.socket?.close();
  }
}
