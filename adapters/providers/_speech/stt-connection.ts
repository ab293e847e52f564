import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { OpenSocket } from '../../lib/web-socket.ts';
import { Backlog } from './backlog.ts';
import type { SttMessage, SttProtocol, StreamingSttVendor, SttResult } from './stt-protocol.ts';
import type { UtteranceSlot } from './utterance-queue.ts';

/** An utterance sent to the vendor and not yet answered. */
export interface PendingUtterance {
  readonly slot: UtteranceSlot;
  /** Audio to replay. Empty once the utterance is answered. */
  readonly audio: Int16Array[];
  /** Where its audio begins in all that was written, in ms. */
  readonly startMs: number;
  samples: number;
  text: string;
  isEnded: boolean;
  isReplayed: boolean;
  finalTimer: NodeJS.Timeout | undefined;
  /** The connection's activity count when the utterance started. */
  activityAtStart: number;
}

export interface SttConnectionListener {
  /** A result for an utterance arrived. */
  onResult(utterance: PendingUtterance, result: SttResult): void;
  /** All audio of the utterance was sent and its final transcript requested. */
  onEndSent(utterance: PendingUtterance): void;
  /** The connection was lost and not closed from here. */
  onLost(connection: SttConnection, failure: VendorFailure): void;
}

/** One connection to an STT vendor: sends utterances and assigns results to them. */
export class SttConnection {
  readonly #vendor: StreamingSttVendor;
  readonly #listener: SttConnectionListener;
  readonly #protocol: SttProtocol;
  readonly #utterances: PendingUtterance[] = [];
  /** Paces the audio. Null when the vendor accepts it at any speed. */
  readonly #backlog: Backlog | null;
  #socket: OpenSocket | null = null;
  #keepAlive: NodeJS.Timeout | undefined;
  #activityCount = 0;

  private constructor(vendor: StreamingSttVendor, listener: SttConnectionListener) {
    this.#vendor = vendor;
    this.#listener = listener;
    this.#protocol = vendor.openProtocol();
    const { replaySpeed, sampleRate } = vendor;
    this.#backlog = replaySpeed === undefined ? null : new Backlog(replaySpeed, sampleRate);
  }

  /** Connects and waits until the vendor is ready. Throws a VendorFailure when it refuses. */
  static async open(vendor: StreamingSttVendor, listener: SttConnectionListener): Promise<SttConnection> {
    const connection = new SttConnection(vendor, listener);
    await connection.#connect();
    return connection;
  }

  get isInOrder(): boolean {
    return this.#protocol.isOrdered;
  }

  /** The protocol's own timeout for the final transcript, in ms. Null when it has none. */
  get finalTimeoutMs(): number | null {
    return this.#protocol.finalTimeoutMs?.() ?? null;
  }

  /** Whether no message arrived since the utterance started. */
  hasReceivedNothingFor(utterance: PendingUtterance): boolean {
    return utterance.activityAtStart === this.#activityCount;
  }

  /** Sends the audio of an utterance so far. */
  sendUtterance(utterance: PendingUtterance): void {
    this.#backlog?.startUtterance();
    this.#enqueue(() => {
      this.#utterances.push(utterance);
      utterance.activityAtStart = this.#activityCount;
      this.#send(this.#protocol.startUtterance());
    });
    for (const audio of utterance.audio)
      if (audio.length > 0) this.#enqueue(() => this.#send([this.#protocol.audio(audio)]), audio.length);
    if (utterance.isEnded) this.endUtterance(utterance);
  }

  /** Sends more audio of the current utterance. */
  sendAudio(audio: Int16Array): void {
    if (this.#backlog?.isWaiting) this.#enqueue(() => this.#send([this.#protocol.audio(audio)]), audio.length);
    else this.#send([this.#protocol.audio(audio)]);
  }

  /** Sends silence. Skipped while a replay is queued. */
  sendSilence(audio: Int16Array): void {
    if (!this.#backlog?.isWaiting) this.#send([this.#protocol.silence(audio)]);
  }

  /** Ends the utterance. */
  endUtterance(utterance: PendingUtterance): void {
    this.#enqueue(() => {
      this.#send(this.#protocol.endUtterance());
      if (this.#vendor.isSilentWithoutWords) this.#socket?.ping();
      this.#listener.onEndSent(utterance);
    });
  }

  closeGracefully(): void {
    this.#send([this.#vendor.closeMessage]);
    this.close();
  }

  close(): void {
    this.#stopTimers();
    this.#socket?.close();
  }

  #stopTimers(): void {
    clearInterval(this.#keepAlive);
    this.#backlog?.clear();
  }

  /** Runs the action after everything that is queued. */
  #enqueue(run: () => void, samples = 0): void {
    if (this.#backlog) this.#backlog.add({ samples, run });
    else run();
  }

  async #connect(): Promise<void> {
    const { keepAlive } = this.#vendor;
    const socket = await this.#vendor.connect({
      message: (text) => this.#read(text),
      closed: (failure) => this.#lost(failure),
      alive: () => this.#onPong(),
    });
    this.#socket = socket;
    const stayAlive = (): void => void (this.#isSilent && keepAlive && socket.send(keepAlive.message));
    if (keepAlive) this.#keepAlive = setInterval(stayAlive, keepAlive.everyMs).unref();
  }

  get #isSilent(): boolean {
    if (this.#backlog?.isWaiting) return false;
    const last = this.#utterances.at(-1);
    return !last || last.isEnded || last.slot.isCompleted;
  }

  #read(message: string): void {
    this.#activityCount += 1;
    const result = this.#parse(message);
    this.#send(this.#protocol.unblocked?.() ?? []);
    const utterance = result && this.#utterances[result.utterance];
    if (utterance && !utterance.slot.isCompleted) this.#listener.onResult(utterance, result);
  }

  #onPong(): void {
    if (this.#vendor.isSilentWithoutWords) this.#activityCount += 1;
  }

  /** Parses a message. A VendorFailure from the protocol closes the connection. */
  #parse(message: string): SttResult | null {
    try {
      return this.#protocol.read(message);
    } catch (failure) {
      this.#socket?.close();
      this.#lost(failure as VendorFailure);
      return null;
    }
  }

  #lost(failure: VendorFailure): void {
    this.#stopTimers();
    this.#listener.onLost(this, failure);
  }

  #send(frames: readonly (SttMessage | null)[]): void {
    for (const frame of frames) if (frame !== null) this.#socket?.send(frame);
  }
}
