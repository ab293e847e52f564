import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { OpenSocket } from '../../lib/web-socket.ts';
import { Backlog } from './backlog.ts';
import type { SttMessage, SttProtocol, StreamingSttVendor, SttResult } from './stt-protocol.ts';
import type { UtteranceSlot } from './utterance-queue.ts';

/** An utterance as far as it was spoken. */
export interface PendingUtterance {
  readonly slot: UtteranceSlot;
  /** What there is to say again; nothing once it is answered. */
  readonly audio: Int16Array[];
  samples: number;
  text: string;
  isEnded: boolean;
  isReplayed: boolean;
  finalTimer: NodeJS.Timeout | undefined;
  /** How many signs of life its connection had given when it began. */
  activityAtStart: number;
}

export interface SttConnectionListener {
  /** Words of an utterance came. */
  onResult(utterance: PendingUtterance, result: SttResult): void;
  /** All of an utterance was sent, and its final words were asked for. */
  onEndSent(utterance: PendingUtterance): void;
  /** The connection is gone, and not because it was closed from here. */
  onLost(connection: SttConnection, failure: VendorFailure): void;
}

/** One connection to a vendor who listens: what was said over it, and what its answers are about. */
export class SttConnection {
  readonly #vendor: StreamingSttVendor;
  readonly #listener: SttConnectionListener;
  readonly #protocol: SttProtocol;
  readonly #utterances: PendingUtterance[] = [];
  /** What is to be sent more slowly than it comes; null where the vendor takes everything at once. */
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

  /** Connects until the vendor listens. Throws a VendorFailure when it does not. */
  static async open(vendor: StreamingSttVendor, listener: SttConnectionListener): Promise<SttConnection> {
    const connection = new SttConnection(vendor, listener);
    await connection.#connect();
    return connection;
  }

  get isInOrder(): boolean {
    return this.#protocol.isOrdered;
  }

  /** How long the final words of the present utterance may take by what was told; null when that does not matter. In milliseconds. */
  get finalTimeoutMs(): number | null {
    return this.#protocol.finalTimeoutMs?.() ?? null;
  }

  /** Whether nothing at all came since this utterance began. */
  hasReceivedNothingFor(utterance: PendingUtterance): boolean {
    return utterance.activityAtStart === this.#activityCount;
  }

  /** Says an utterance as far as there is one. */
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

  /** More audio of the utterance. */
  sendAudio(audio: Int16Array): void {
    if (this.#backlog?.isWaiting) this.#enqueue(() => this.#send([this.#protocol.audio(audio)]), audio.length);
    else this.#send([this.#protocol.audio(audio)]);
  }

  /** Audio in which nobody speaks. What is still to be said again goes before it, and is better without it. */
  sendSilence(audio: Int16Array): void {
    if (!this.#backlog?.isWaiting) this.#send([this.#protocol.silence(audio)]);
  }

  /** The utterance is over. */
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

  /** Does it behind all that is still to be sent. */
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

  /** What the vendor tells. One that gave the connection up is taken at its word. */
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
