import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import { PreRoll } from './pre-roll.ts';
import { FurtherTry } from './reconnect-backoff.ts';
import type { StreamedVendor, Told } from './stt-protocol.ts';
import { StreamedConnection, type Said } from './stt-connection.ts';
import { UtteranceQueue } from './utterance-queue.ts';

const PRE_ROLL_SECONDS = 0.3;
const LONGEST_SECONDS = 30;

/**
 * A transcription over a vendor's socket. The vendor hears utterances only. A connection that breaks, or tells nothing at
 * all about an utterance, is made again and hears what was not answered yet once more; an utterance that is lost twice
 * has failed. What was answered is not kept. A connection that is lost while nobody speaks is made again at once, and
 * later and later as long as that does not help.
 */
export class StreamedTranscription implements Transcription {
  readonly endpointingMs: number;
  readonly #vendor: StreamedVendor;
  readonly #queue: UtteranceQueue;
  readonly #preRoll: PreRoll;
  #unanswered: Said[] = [];
  #spoken: Said | null = null;
  #connection: StreamedConnection | null = null;
  readonly #furtherTry = new FurtherTry();
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
    if (!said) {
      this.#preRoll.push(audio);
      return this.#connection?.idle(audio);
    }
    this.#connection?.hear(audio);
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
    if (this.#connection) this.#connection.finish(said);
    else this.#await(said);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#furtherTry.drop();
    this.#queue.close();
    for (const { overdue } of this.#unanswered) clearTimeout(overdue);
    this.#unanswered = [];
    this.#spoken = null;
    this.#connection?.farewell();
    this.#connection = null;
  }

  /** Somebody speaks without end: what was said so far is an utterance, the rest is another. */
  #cut(): void {
    this.finish();
    this.#start([]);
  }

  #start(audio: Int16Array[]): void {
    const said: Said = {
      owed: this.#queue.begin(),
      audio,
      samples: 0,
      text: '',
      isFinished: false,
      isRepeated: false,
      overdue: undefined,
      since: 0,
    };
    this.#spoken = said;
    this.#unanswered.push(said);
    if (this.#connection) this.#connection.say(said);
    else void this.#reconnect();
  }

  /** The final words must come in time. */
  #await(said: Said): void {
    clearTimeout(said.overdue);
    const patienceMs = this.#connection?.finalMs ?? this.#vendor.finalMs;
    said.overdue = setTimeout(() => this.#overdue(said), patienceMs).unref();
  }

  #connected(): Promise<StreamedConnection> {
    return StreamedConnection.open(this.#vendor, {
      told: (said, told) => this.#told(said, told),
      asked: (said) => this.#await(said),
      lost: (connection, failure) => this.#lost(connection, failure),
    });
  }

  async #reconnect(): Promise<void> {
    this.#furtherTry.drop();
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    try {
      const connection = await this.#connected();
      if (this.#isClosed) return connection.close();
      this.#connection = connection;
      for (const said of this.#unanswered) this.#repeat(said, connection);
    } catch (failure) {
      this.#isConnecting = false;
      this.#fail(this.#unanswered, failure as VendorFailure);
      this.#connectAgain(failure as VendorFailure);
    } finally {
      this.#isConnecting = false;
    }
  }

  /** Nobody waits for the connection, but the next to speak should not have to. */
  #connectAgain({ retryable }: VendorFailure): void {
    const isWanted = retryable && !this.#isClosed && !this.#connection && this.#unanswered.length === 0;
    if (isWanted) this.#furtherTry.plan(() => void this.#reconnect());
  }

  #repeat(said: Said, connection: StreamedConnection): void {
    clearTimeout(said.overdue);
    connection.say(said);
  }

  #lost(connection: StreamedConnection, failure: VendorFailure): void {
    if (connection !== this.#connection) return;
    this.#connection = null;
    this.#fail(
      this.#unanswered.filter(({ isRepeated }) => isRepeated || !failure.retryable),
      failure,
    );
    for (const said of this.#unanswered) said.isRepeated = true;
    if (this.#unanswered.length > 0) void this.#reconnect();
    else this.#connectAgain(failure);
  }

  #told(said: Said, { text, final, stays }: Told): void {
    said.text = text;
    this.#furtherTry.reset();
    if (final) return this.#settle(said, () => said.owed.done(text));
    said.owed.partial(text, stays);
    const isAwaited = said.isFinished && !said.owed.isOver;
    if (isAwaited && typeof this.#connection?.finalMs === 'number') this.#await(said);
  }

  /**
   * No final words came. A vendor that told nothing at all is gone, though its connection still stands: it is made again.
   * From any other the words that are known are taken; one whose answers only their order tells apart is asked anew for
   * the next, as a late answer would be taken for that.
   */
  #overdue(said: Said): void {
    const connection = this.#connection;
    const silence = disconnection(this.#vendor.name, 'does not answer');
    if (connection === null) return this.#fail([said], silence);
    if (connection.isMuteAbout(said)) {
      connection.close();
      // Until it is said again, which begins this anew, there is as much time to connect.
      this.#await(said);
      return this.#lost(connection, silence);
    }
    this.#settle(said, () => said.owed.done(said.text));
    if (connection.isInOrder) this.#hangUp(connection);
  }

  #fail(lost: readonly Said[], failure: VendorFailure): void {
    for (const said of [...lost]) this.#settle(said, () => said.owed.failed(failure));
  }

  #settle(said: Said, tell: () => void): void {
    clearTimeout(said.overdue);
    said.audio.length = 0;
    this.#unanswered = this.#unanswered.filter((each) => each !== said);
    if (this.#spoken === said) this.#spoken = null;
    tell();
  }

  #hangUp(connection: StreamedConnection): void {
    this.#connection = null;
    connection.close();
    void this.#reconnect();
  }
}
