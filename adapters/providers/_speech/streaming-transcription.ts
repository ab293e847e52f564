import { UTTERANCE_MAX_MS } from '../../../domain/audio/utterances.ts';
import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import { wordsFrom } from './placed-words.ts';
import { PreRoll } from './pre-roll.ts';
import { ReconnectBackoff } from './reconnect-backoff.ts';
import type { StreamingSttVendor, SttResult } from './stt-protocol.ts';
import { SttConnection, type PendingUtterance } from './stt-connection.ts';
import { UtteranceQueue } from './utterance-queue.ts';

/**
 * Streaming transcription over a socket. Sends audio of utterances only. After a lost or silent connection it
 * reconnects and replays each unanswered utterance once; an utterance lost twice fails. A connection lost during
 * silence is reopened at once, then with backoff.
 */
export class StreamingTranscription implements Transcription {
  readonly endpointingMs: number;
  readonly interimGapMs: number | null | undefined;
  readonly reportsTurns: boolean;
  readonly #vendor: StreamingSttVendor;
  readonly #queue: UtteranceQueue;
  readonly #preRoll: PreRoll;
  #writtenSamples = 0;
  #unanswered: PendingUtterance[] = [];
  #current: PendingUtterance | null = null;
  #connection: SttConnection | null = null;
  readonly #backoff = new ReconnectBackoff();
  #isConnecting = false;
  #isClosed = false;

  private constructor(vendor: StreamingSttVendor, listener: TranscriptionListener) {
    this.#vendor = vendor;
    this.#queue = new UtteranceQueue(listener);
    this.#preRoll = new PreRoll(vendor.sampleRate);
    this.endpointingMs = vendor.endpointingMs;
    this.interimGapMs = vendor.interimGapMs;
    this.reportsTurns = vendor.reportsTurns === true;
  }

  /** Connects first, so that a refusal is known before the call starts. */
  static async open(vendor: StreamingSttVendor, listener: TranscriptionListener): Promise<Transcription> {
    const transcription = new StreamingTranscription(vendor, listener);
    transcription.#connection = await transcription.#connect();
    return transcription;
  }

  write(pcm: Int16Array): void {
    if (this.#isClosed) return;
    const audio = pcm.slice();
    this.#writtenSamples += audio.length;
    const utterance = this.#current;
    if (!utterance) {
      this.#preRoll.push(audio);
      return this.#connection?.sendSilence(audio);
    }
    this.#connection?.sendAudio(audio);
    utterance.audio.push(audio);
    utterance.samples += audio.length;
    if (utterance.samples >= (UTTERANCE_MAX_MS / 1_000) * this.#vendor.sampleRate) this.#split();
  }

  startUtterance(): void {
    if (!this.#isClosed && !this.#current) this.#startUtterance([this.#preRoll.take()]);
  }

  endUtterance(): void {
    const utterance = this.#current;
    if (!utterance) return;
    this.#current = null;
    utterance.isEnded = true;
    if (this.#connection) this.#connection.endUtterance(utterance);
    else this.#startFinalTimer(utterance);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#backoff.cancel();
    this.#queue.close();
    for (const { finalTimer } of this.#unanswered) clearTimeout(finalTimer);
    this.#unanswered = [];
    this.#current = null;
    this.#connection?.closeGracefully();
    this.#connection = null;
  }

  /** Splits speech beyond the maximum length into two utterances. */
  #split(): void {
    this.endUtterance();
    this.#startUtterance([]);
  }

  #startUtterance(audio: Int16Array[]): void {
    const utterance: PendingUtterance = {
      slot: this.#queue.add(),
      audio,
      startMs: ((this.#writtenSamples - lengthOf(audio)) / this.#vendor.sampleRate) * 1_000,
      samples: 0,
      text: '',
      isEnded: false,
      isReplayed: false,
      finalTimer: undefined,
      activityAtStart: 0,
    };
    this.#current = utterance;
    this.#unanswered.push(utterance);
    if (this.#connection) this.#connection.sendUtterance(utterance);
    else void this.#reconnect();
  }

  /** Starts the timeout for the final transcript. */
  #startFinalTimer(utterance: PendingUtterance): void {
    clearTimeout(utterance.finalTimer);
    const timeoutMs = this.#connection?.finalTimeoutMs ?? this.#vendor.finalTimeoutMs;
    utterance.finalTimer = setTimeout(() => this.#onFinalTimeout(utterance), timeoutMs).unref();
  }

  #connect(): Promise<SttConnection> {
    return SttConnection.open(this.#vendor, {
      onResult: (utterance, result) => this.#onResult(utterance, result),
      onEndSent: (utterance) => this.#startFinalTimer(utterance),
      onLost: (connection, failure) => this.#onLost(connection, failure),
    });
  }

  async #reconnect(): Promise<void> {
    this.#backoff.cancel();
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    try {
      const connection = await this.#connect();
      if (this.#isClosed) return connection.close();
      this.#connection = connection;
      for (const utterance of this.#unanswered) this.#replay(utterance, connection);
    } catch (failure) {
      this.#isConnecting = false;
      this.#fail(this.#unanswered, failure as VendorFailure);
      this.#reconnectWhileIdle(failure as VendorFailure);
    } finally {
      this.#isConnecting = false;
    }
  }

  /** Reconnects during silence, so that the next utterance need not wait. */
  #reconnectWhileIdle({ retryable }: VendorFailure): void {
    const isWanted = retryable && !this.#isClosed && !this.#connection && this.#unanswered.length === 0;
    if (isWanted) this.#backoff.schedule(() => void this.#reconnect());
  }

  #replay(utterance: PendingUtterance, connection: SttConnection): void {
    clearTimeout(utterance.finalTimer);
    connection.sendUtterance(utterance);
  }

  #onLost(connection: SttConnection, failure: VendorFailure): void {
    if (connection !== this.#connection) return;
    this.#connection = null;
    this.#fail(
      this.#unanswered.filter(({ isReplayed }) => isReplayed || !failure.retryable),
      failure,
    );
    for (const utterance of this.#unanswered) utterance.isReplayed = true;
    if (this.#unanswered.length > 0) void this.#reconnect();
    else this.#reconnectWhileIdle(failure);
  }

  #onResult(utterance: PendingUtterance, result: SttResult): void {
    utterance.text = result.text;
    this.#backoff.reset();
    if (result.final) return this.#complete(utterance, () => utterance.slot.complete(placed(result, utterance)));
    utterance.slot.interim(result);
    const isAwaited = utterance.isEnded && !utterance.slot.isCompleted;
    if (isAwaited && typeof this.#connection?.finalTimeoutMs === 'number') this.#startFinalTimer(utterance);
  }

  /**
   * The final transcript is late. A vendor that sent nothing is reconnected. Otherwise the interim words become final.
   * A vendor that answers in order is reconnected as well, because a late result would count for the next utterance.
   */
  #onFinalTimeout(utterance: PendingUtterance): void {
    const connection = this.#connection;
    const silence = disconnection(this.#vendor.name, 'does not answer');
    if (connection === null) return this.#fail([utterance], silence);
    if (connection.hasReceivedNothingFor(utterance)) {
      connection.close();
      // The replay restarts this timeout; until then it limits connecting.
      this.#startFinalTimer(utterance);
      return this.#onLost(connection, silence);
    }
    this.#complete(utterance, () => utterance.slot.complete({ text: utterance.text }));
    if (connection.isInOrder) this.#replaceConnection(connection);
  }

  #fail(lost: readonly PendingUtterance[], failure: VendorFailure): void {
    for (const utterance of [...lost]) this.#complete(utterance, () => utterance.slot.fail(failure));
  }

  #complete(utterance: PendingUtterance, deliver: () => void): void {
    clearTimeout(utterance.finalTimer);
    utterance.audio.length = 0;
    this.#unanswered = this.#unanswered.filter((each) => each !== utterance);
    if (this.#current === utterance) this.#current = null;
    deliver();
  }

  #replaceConnection(connection: SttConnection): void {
    this.#connection = null;
    connection.close();
    void this.#reconnect();
  }
}

const lengthOf = (audio: readonly Int16Array[]): number => audio.reduce((sum, { length }) => sum + length, 0);

/** The result, with its words placed in all audio that was written. */
const placed = ({ words, ...result }: SttResult, { startMs }: PendingUtterance): SttResult => ({
  ...result,
  ...(words && { words: wordsFrom(startMs, words) }),
});
