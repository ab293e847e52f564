import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import { fromLetter, type TimedAudio } from './timed-audio.ts';
import type { SynthesisedChunk, SynthesisedText } from './synthesised-text.ts';
import type { TtsConnection } from './tts-connection.ts';
import type { TtsContexts, TtsEvent, TtsProtocol } from './tts-protocol.ts';
import { SampleJoiner } from './wire-codec.ts';

/** Longest gap between the last letter and the last sound of a text, in ms. */
const FADE_MS = 200;
/** Silence after which a text with missing letters may be complete, in ms. */
const DOUBT_MS = 500;

const NO_AUDIO = new Int16Array(0);

/** A context at the vendor: a single text, or the texts of one speech in their order. */
export class TtsContext {
  readonly name: string;
  readonly connection: TtsConnection;
  /** The speech whose texts it takes. Null for a single text. */
  readonly speech: object | null;
  readonly #protocol: TtsProtocol;
  /** How texts are added. Null for a single text. */
  readonly #contexts: TtsContexts | null;
  /** Ends the context, so that the vendor reports the end of its text. */
  readonly #requestEnd: () => void;
  readonly #samples: SampleJoiner;
  /** Texts that are not complete, in order. */
  #texts: SynthesisedText[] = [];
  #added = 0;
  /** Number of complete texts, and of those the vendor reported as complete. Letters can show completion earlier. */
  #ended = 0;
  #reportedEnds = 0;
  /** Number of the last reported end. */
  #ordinal = 0;
  #seconds = 0;
  #idleSince = 0;
  #isClosed = false;
  #wasSent = false;
  #silence: NodeJS.Timeout | undefined;

  constructor(
    { name, connection, speech }: Pick<TtsContext, 'name' | 'connection' | 'speech'>,
    protocol: TtsProtocol,
    requestEnd: () => void,
  ) {
    this.name = name;
    this.connection = connection;
    this.speech = speech;
    this.#protocol = protocol;
    this.#contexts = (speech && protocol.contexts) ?? null;
    this.#requestEnd = requestEnd;
    this.#samples = new SampleJoiner(protocol.wire);
    this.#isClosed = !speech && protocol.reportsClosed === true;
  }

  get isPending(): boolean {
    return this.#texts.length > 0;
  }

  /** Whether it has no text yet. */
  get isNew(): boolean {
    return this.#added === 0;
  }

  /** Whether the vendor was told to close it, or has closed it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether any message about it was sent. */
  get wasSent(): boolean {
    return this.#wasSent;
  }

  /** Whether letter timings must separate its texts, because the vendor does not report their ends. */
  get #isSplitByLetters(): boolean {
    return this.#contexts?.haveLetters === true && !this.connection.reportsEnds;
  }

  /** Whether a text of this speech can be added: the context is recent, and the text can be separated from earlier ones. */
  accepts(speech: object | null): boolean {
    if (!this.#contexts || this.#isClosed || this.speech !== speech) return false;
    if (this.isPending) return !this.#isSplitByLetters || this.connection.sendsLetters;
    return performance.now() - this.#idleSince < this.#contexts.keptMs;
  }

  /** Adds a text after the others. */
  add(text: SynthesisedText): void {
    this.#texts.push(text);
    this.#added += 1;
  }

  /** Sends messages of this context. */
  send(messages: readonly string[]): void {
    this.#wasSent = true;
    this.connection.send(messages);
  }

  /** Marks the context as closed at the vendor. */
  close(): void {
    this.#isClosed = true;
  }

  /** Discards all texts. Their readers fail and may retry. */
  discard(): void {
    this.#fail(disconnection(this.#protocol.vendor, 'was interrupted'));
  }

  /** Handles an event of this context. */
  onEvent(event: TtsEvent): void {
    if (event.failure) return this.#fail(event.failure);
    const { audio, words = [], chunkWords = [] } = event;
    const chunk = { audio: audio ? this.#samples.join(audio) : NO_AUDIO, words, chunkWords };
    if (this.#isSplitByLetters) this.#splitByLetters(chunk);
    else this.#texts[0]?.push(chunk, this.#seconds);
    if (event.isEnd) this.#onTextEnd(event.ordinal);
    if (event.isClosed) this.#onClosed();
  }

  /** The vendor reports the end of the next unreported text. */
  #onTextEnd(ordinal = this.#ordinal + 1): void {
    this.#samples.end();
    this.connection.reportsEnds = true;
    if (ordinal <= this.#ordinal) return;
    this.#ordinal = ordinal;
    this.#reportedEnds = Math.min(this.#reportedEnds + 1, this.#added);
    while (this.isPending && this.#ended < this.#reportedEnds) this.#completeFirst();
  }

  #fail(failure: VendorFailure): void {
    clearTimeout(this.#silence);
    this.#isClosed = true;
    for (const { audio } of this.#texts.splice(0)) audio.end(failure);
  }

  /** Completes the first text. */
  #completeFirst(): void {
    clearTimeout(this.#silence);
    const text = this.#texts.shift();
    if (!text) return;
    this.#ended += 1;
    text.audio.end();
    this.#seconds += text.seconds;
    this.#idleSince = text.lastAudioAt;
  }

  /**
   * The context ended. Texts without audio fail and are retried, unless they were spoken together with one that cannot
   * be separated from them.
   */
  #onClosed(): void {
    const [first] = this.#texts;
    const hasStarted = first !== undefined && first.seconds > 0;
    const isInseparable = hasStarted && this.#isSplitByLetters && !first.isFullySynthesised;
    if (hasStarted || this.speech === null) this.#completeFirst();
    if (isInseparable) while (this.isPending) this.#completeFirst();
    this.#fail(disconnection(this.#protocol.vendor, 'ended the speech'));
  }

  /** Splits the audio between the texts by their letters. */
  #splitByLetters({ audio = NO_AUDIO, chunkWords: letters = [] }: SynthesisedChunk): void {
    let timed: TimedAudio = { audio, letters };
    for (let text = this.#texts[0]; text; text = this.#texts[0]) {
      const taken = text.alignment.take(timed.letters);
      const isLast = taken === timed.letters.length || this.#texts.length === 1;
      const rest = isLast ? null : fromLetter(timed, taken, this.#protocol.sampleRate);
      const own = rest ? timed.audio.subarray(0, timed.audio.length - rest.audio.length) : timed.audio;
      text.push({ audio: own, chunkWords: timed.letters.slice(0, rest ? taken : undefined) }, this.#seconds);
      if (!rest) return this.#awaitEnd(text, timed);
      this.#completeFirst();
      timed = rest;
    }
  }

  /** Detects the end of a text that the vendor does not report: by silence, or by ending the context. */
  #awaitEnd(text: SynthesisedText, { audio }: TimedAudio): void {
    if (audio.length === 0) return;
    clearTimeout(this.#silence);
    if (!this.connection.sendsLetters && this.#texts.length === 1) return this.#requestEnd();
    const onSilence = (): void => (text.isFullySynthesised ? this.#completeFirst() : this.#requestEnd());
    this.#silence = setTimeout(onSilence, text.isFullySynthesised ? FADE_MS : DOUBT_MS);
  }
}
