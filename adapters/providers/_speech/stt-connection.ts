import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { OpenSocket } from '../../lib/web-socket.ts';
import { Backlog } from './backlog.ts';
import type { Frame, Line, StreamedVendor, Told } from './stt-protocol.ts';
import type { Owed } from './utterance-queue.ts';

/** An utterance as far as it was spoken. */
export interface Said {
  readonly owed: Owed;
  /** What there is to say again; nothing once it is answered. */
  readonly audio: Int16Array[];
  samples: number;
  text: string;
  isFinished: boolean;
  isRepeated: boolean;
  overdue: NodeJS.Timeout | undefined;
  /** How many signs of life its connection had given when it began. */
  since: number;
}

export interface ConnectionListener {
  /** Words of an utterance came. */
  told(said: Said, told: Told): void;
  /** All of an utterance was sent, and its final words were asked for. */
  asked(said: Said): void;
  /** The connection is gone, and not because it was closed from here. */
  lost(connection: StreamedConnection, failure: VendorFailure): void;
}

/** One connection to a vendor who listens: what was said over it, and what its answers are about. */
export class StreamedConnection {
  readonly #vendor: StreamedVendor;
  readonly #listener: ConnectionListener;
  readonly #line: Line;
  readonly #said: Said[] = [];
  /** What is to be sent more slowly than it comes; null where the vendor takes everything at once. */
  readonly #backlog: Backlog | null;
  #socket: OpenSocket | null = null;
  #keepAlive: NodeJS.Timeout | undefined;
  #signsOfLife = 0;

  private constructor(vendor: StreamedVendor, listener: ConnectionListener) {
    this.#vendor = vendor;
    this.#listener = listener;
    this.#line = vendor.line();
    const { replaySpeed, sampleRate } = vendor;
    this.#backlog = replaySpeed === undefined ? null : new Backlog(replaySpeed, sampleRate);
  }

  /** Connects until the vendor listens. Throws a VendorFailure when it does not. */
  static async open(vendor: StreamedVendor, listener: ConnectionListener): Promise<StreamedConnection> {
    const connection = new StreamedConnection(vendor, listener);
    await connection.#connect();
    return connection;
  }

  get isInOrder(): boolean {
    return this.#line.isInOrder;
  }

  /** How long the final words of the present utterance may take by what was told; null when that does not matter. In milliseconds. */
  get finalMs(): number | null {
    return this.#line.finalMs?.() ?? null;
  }

  /** Whether nothing at all came since this utterance began. */
  isMuteAbout(said: Said): boolean {
    return said.since === this.#signsOfLife;
  }

  /** Says an utterance as far as there is one. */
  say(said: Said): void {
    this.#backlog?.begin();
    this.#inTurn(() => {
      this.#said.push(said);
      said.since = this.#signsOfLife;
      this.#send(this.#line.begin());
    });
    for (const audio of said.audio)
      if (audio.length > 0) this.#inTurn(() => this.#send([this.#line.audio(audio)]), audio.length);
    if (said.isFinished) this.finish(said);
  }

  /** More audio of the utterance. */
  hear(audio: Int16Array): void {
    if (this.#backlog?.isWaiting) this.#inTurn(() => this.#send([this.#line.audio(audio)]), audio.length);
    else this.#send([this.#line.audio(audio)]);
  }

  /** Audio in which nobody speaks. What is still to be said again goes before it, and is better without it. */
  idle(audio: Int16Array): void {
    if (!this.#backlog?.isWaiting) this.#send([this.#line.silence(audio)]);
  }

  /** The utterance is over. */
  finish(said: Said): void {
    this.#inTurn(() => {
      this.#send(this.#line.finish());
      if (this.#vendor.isSilentWithoutWords) this.#socket?.ping();
      this.#listener.asked(said);
    });
  }

  farewell(): void {
    this.#send([this.#vendor.farewell]);
    this.close();
  }

  close(): void {
    this.#rest();
    this.#socket?.close();
  }

  #rest(): void {
    clearInterval(this.#keepAlive);
    this.#backlog?.drop();
  }

  /** Does it behind all that is still to be sent. */
  #inTurn(run: () => void, samples = 0): void {
    if (this.#backlog) this.#backlog.add({ samples, run });
    else run();
  }

  async #connect(): Promise<void> {
    const { keepAlive } = this.#vendor;
    const socket = await this.#vendor.connect({
      message: (text) => this.#read(text),
      closed: (failure) => this.#lost(failure),
      alive: () => this.#wink(),
    });
    this.#socket = socket;
    const stayAlive = (): void => void (this.#isQuiet && keepAlive && socket.send(keepAlive.message));
    if (keepAlive) this.#keepAlive = setInterval(stayAlive, keepAlive.everyMs).unref();
  }

  get #isQuiet(): boolean {
    if (this.#backlog?.isWaiting) return false;
    const last = this.#said.at(-1);
    return !last || last.isFinished || last.owed.isOver;
  }

  #read(message: string): void {
    this.#signsOfLife += 1;
    const told = this.#told(message);
    this.#send(this.#line.released?.() ?? []);
    const said = told && this.#said[told.utterance];
    if (said && !said.owed.isOver) this.#listener.told(said, told);
  }

  #wink(): void {
    if (this.#vendor.isSilentWithoutWords) this.#signsOfLife += 1;
  }

  /** What the vendor tells. One that gave the connection up is taken at its word. */
  #told(message: string): Told | null {
    try {
      return this.#line.read(message);
    } catch (failure) {
      this.#socket?.close();
      this.#lost(failure as VendorFailure);
      return null;
    }
  }

  #lost(failure: VendorFailure): void {
    this.#rest();
    this.#listener.lost(this, failure);
  }

  #send(frames: readonly (Frame | null)[]): void {
    for (const frame of frames) if (frame !== null) this.#socket?.send(frame);
  }
}
