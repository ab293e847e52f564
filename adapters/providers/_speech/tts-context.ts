import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import { fromLetter, type TimedAudio } from './timed-audio.ts';
import type { SynthesisedChunk, SynthesisedText } from './synthesised-text.ts';
import type { TtsConnection } from './tts-connection.ts';
import type { TtsContexts, TtsEvent, TtsProtocol } from './tts-protocol.ts';
import { SampleJoiner } from './wire-codec.ts';

/** The last sound of a text may come so long after its last letter. In milliseconds. */
const FADE_MS = 200;
/** A text of which nothing more comes for so long may be over though letters are missing. In milliseconds. */
const DOUBT_MS = 500;

const NO_AUDIO = new Int16Array(0);

/** What a vendor speaks as one: a text of its own, or the texts of a speech, one behind the other. */
export class TtsContext {
  readonly name: string;
  readonly connection: TtsConnection;
  /** Whose texts it is for; null when it is for one alone. */
  readonly speech: object | null;
  readonly #protocol: TtsProtocol;
  /** How its texts are told from each other; null when it is for one alone. */
  readonly #contexts: TtsContexts | null;
  /** Ends it, so that the vendor tells when its text is over. */
  readonly #requestEnd: () => void;
  readonly #samples: SampleJoiner;
  /** Those that are not yet over. */
  #texts: SynthesisedText[] = [];
  #added = 0;
  /** How many are over, and how many of those the vendor told of. Some are known to be over sooner than it tells. */
  #ended = 0;
  #reportedEnds = 0;
  /** The number of the last end it told of. */
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

  /** Whether nothing was asked for in it yet. */
  get isNew(): boolean {
    return this.#added === 0;
  }

  /** Whether the vendor was told to close it, or has closed it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the vendor was told anything about it. */
  get wasSent(): boolean {
    return this.#wasSent;
  }

  /** Whether its letters must tell its texts apart, because the vendor does not. */
  get #isSplitByLetters(): boolean {
    return this.#contexts?.haveLetters === true && !this.connection.reportsEnds;
  }

  /** Whether a text of this speech can be added: the last was not long ago, and it can be told from those before it. */
  accepts(speech: object | null): boolean {
    if (!this.#contexts || this.#isClosed || this.speech !== speech) return false;
    if (this.isPending) return !this.#isSplitByLetters || this.connection.sendsLetters;
    return performance.now() - this.#idleSince < this.#contexts.keptMs;
  }

  /** This text is spoken behind the others. */
  add(text: SynthesisedText): void {
    this.#texts.push(text);
    this.#added += 1;
  }

  /** Tells the vendor something about it. */
  send(messages: readonly string[]): void {
    this.#wasSent = true;
    this.connection.send(messages);
  }

  /** Nothing is to be added to it any more, and the vendor knows that. */
  close(): void {
    this.#isClosed = true;
  }

  /** Nothing of it is wanted any more. Whoever waits for a text of it is to ask for it again. */
  discard(): void {
    this.#fail(disconnection(this.#protocol.vendor, 'was interrupted'));
  }

  /** Something came of it. */
  onEvent(event: TtsEvent): void {
    if (event.failure) return this.#fail(event.failure);
    const { audio, words = [], chunkWords = [] } = event;
    const chunk = { audio: audio ? this.#samples.join(audio) : NO_AUDIO, words, chunkWords };
    if (this.#isSplitByLetters) this.#splitByLetters(chunk);
    else this.#texts[0]?.push(chunk, this.#seconds);
    if (event.isEnd) this.#onTextEnd(event.ordinal);
    if (event.isClosed) this.#onClosed();
  }

  /** The vendor tells that the next text is over which it has not told of. */
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

  /** The first text is over. */
  #completeFirst(): void {
    clearTimeout(this.#silence);
    const text = this.#texts.shift();
    if (!text) return;
    this.#ended += 1;
    text.audio.end();
    this.#seconds += text.seconds;
    this.#idleSince = text.lastAudioAt;
  }

  /** All is over. Those of which nothing came are asked for again, unless they were spoken with one that was not told from them. */
  #onClosed(): void {
    const [first] = this.#texts;
    const hasStarted = first !== undefined && first.seconds > 0;
    const isInseparable = hasStarted && this.#isSplitByLetters && !first.isFullySpoken;
    if (hasStarted || this.speech === null) this.#completeFirst();
    if (isInseparable) while (this.isPending) this.#completeFirst();
    this.#fail(disconnection(this.#protocol.vendor, 'ended the speech'));
  }

  /** Gives each text the audio of its letters. */
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

  /** What tells that a text is over, where nothing does: no further audio, or the end of the context, which is asked for. */
  #awaitEnd(text: SynthesisedText, { audio }: TimedAudio): void {
    if (audio.length === 0) return;
    clearTimeout(this.#silence);
    if (!this.connection.sendsLetters && this.#texts.length === 1) return this.#requestEnd();
    const onSilence = (): void => (text.isFullySpoken ? this.#completeFirst() : this.#requestEnd());
    this.#silence = setTimeout(onSilence, text.isFullySpoken ? FADE_MS : DOUBT_MS);
  }
}
