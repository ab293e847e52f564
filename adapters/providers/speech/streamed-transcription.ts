import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import type { OpenSocket } from '../../lib/web-socket.ts';
import { PreRoll } from '../local/pre-roll.ts';
import type { Frame, Line, StreamedVendor, Told } from './line.ts';
import { UtteranceQueue, type Owed } from './utterance-queue.ts';

const PRE_ROLL_SECONDS = 0.3;
const LONGEST_SECONDS = 30;

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
    this.#send(({ line }) => [said ? line.audio(audio) : line.silence(audio)]);
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
    this.#send(() => [this.#vendor.farewell]);
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
  #send(frames: (connection: Connection) => readonly (Frame | null)[]): void {
    const connection = this.#connection;
    if (connection) sendAll(connection, frames(connection));
  }

  /** Sends an utterance as far as there is one. */
  #say(connection: Connection, utterance: Said): void {
    const { line, said } = connection;
    said.push(utterance);
    sendAll(connection, line.begin());
    for (const audio of utterance.audio) if (audio.length > 0) sendAll(connection, [line.audio(audio)]);
    if (utterance.isFinished) sendAll(connection, line.finish());
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
    const stayAlive = (): void => void (!this.#spoken && keepAlive && socket.send(keepAlive.message));
    if (keepAlive) connection.keepAlive = setInterval(stayAlive, keepAlive.everyMs).unref();
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
    const told = this.#told(connection, message);
    sendAll(connection, connection.line.released?.() ?? []);
    const said = told && connection.said[told.utterance];
    if (!said || said.owed.isOver) return;
    said.text = told.text;
    if (told.final) this.#settle(said, () => said.owed.done(told.text));
    else said.owed.partial(told.text, told.stays);
  }

  /** What the vendor tells. One that gave the connection up is taken at its word. */
  #told(connection: Connection, message: string): Told | null {
    try {
      return connection.line.read(message);
    } catch (failure) {
      connection.socket?.close();
      this.#lost(connection, failure as VendorFailure);
      return null;
    }
  }

  /**
   * No final words came: those that are known are taken. A vendor that said nothing at all is asked anew next time, and
   * so is one whose answers only their order tells apart: a late one would be taken for the next.
   */
  #overdue(said: Said): void {
    const connection = this.#connection;
    if (connection === null) return this.#fail([said], disconnection(this.#vendor.name, 'does not answer'));
    this.#settle(said, () => said.owed.done(said.text));
    const isIdle = this.#unanswered.length === 0;
    if (connection.line.isInOrder || (isIdle && !connection.isAlive)) this.#hangUp();
    if (!this.#connection && !isIdle) void this.#reconnect();
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

function sendAll({ socket }: Connection, frames: readonly (Frame | null)[]): void {
  for (const frame of frames) if (frame !== null) socket?.send(frame);
}
