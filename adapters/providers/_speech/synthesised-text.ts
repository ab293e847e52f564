import type { Manner } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { WordTiming } from '../../../domain/voice/played-text.ts';
import { AsyncQueue } from '../../lib/async-queue.ts';
import { LetterAlignment } from './letter-alignment.ts';
import { WordAligner, type TimedWord } from './word-alignment.ts';
import type { TtsEvent } from './tts-protocol.ts';

/** What came of a text, in whole samples. */
export interface SynthesisedChunk extends Pick<TtsEvent, 'words' | 'chunkWords'> {
  readonly audio?: Int16Array;
}

/** No voice is so far ahead of its listeners: whoever sends more sends without end. In seconds. */
const UNREAD_MAX_SECONDS = 120;
/** The end of a letter that need not be heard, in seconds. */
const FADE_SECONDS = 0.1;

/** A text that is being spoken: its audio as it comes, and where in the text that is. */
export class SynthesisedText {
  readonly text: string;
  readonly audio = new AsyncQueue<Int16Array>(({ length }) => length);
  readonly alignment: LetterAlignment;
  readonly #sampleRate: number;
  readonly #aligner: WordAligner;
  #onWordTiming: Manner['marked'];
  /** What nobody was told yet, as long as nobody listens. */
  #pendingTimings: WordTiming[] | null = [];
  /** When the vendor's clock began, in seconds of the text's audio. */
  #clockOffset: number | null = null;
  /** Where the last of its letters ends, in seconds of its audio. */
  #lettersEnd = 0;
  #samples = 0;
  #lastAudioAt = 0;

  constructor(text: string, sampleRate: number) {
    this.text = text;
    this.alignment = new LetterAlignment(text);
    this.#sampleRate = sampleRate;
    this.#aligner = new WordAligner(text);
  }

  /** How much audio there is of it, in seconds. */
  get seconds(): number {
    return this.#samples / this.#sampleRate;
  }

  /** Whether all its letters were spoken and heard. Its last sound may still fade. */
  get isFullySpoken(): boolean {
    return this.alignment.isComplete && this.seconds > this.#lettersEnd - FADE_SECONDS;
  }

  /** When the last of its audio came, in monotonic milliseconds. */
  get lastAudioAt(): number {
    return this.#lastAudioAt;
  }

  /** From now on this one is told where in the text the voice is, and what was known before. */
  subscribe({ marked }: Manner): void {
    this.#onWordTiming = marked;
    if (marked) this.#pendingTimings?.forEach((timing) => marked(timing));
    this.#pendingTimings = null;
  }

  /** Something came of it. Before it there were so many seconds of the same speech. */
  push({ audio, words, chunkWords }: SynthesisedChunk, before: number): void {
    if (chunkWords) {
      this.#lettersEnd = Math.max(this.#lettersEnd, this.seconds + (chunkWords.at(-1)?.end ?? 0));
      this.#reportWords(chunkWords, this.seconds);
    }
    if (words) this.#reportWords(words, this.#clockOffsetOf(words, before));
    if (!audio || audio.length === 0) return;
    this.#samples += audio.length;
    this.#lastAudioAt = performance.now();
    this.audio.push(audio);
    if (this.audio.unread > UNREAD_MAX_SECONDS * this.#sampleRate)
      this.audio.fail(new VendorFailure('The voice sends audio without end', { retryable: true }));
  }

  #reportWords(words: readonly TimedWord[], since: number): void {
    if (!this.#pendingTimings && !this.#onWordTiming) return;
    // What is told late belongs to the text before.
    const own = words.filter(({ end }) => since + end > 0);
    for (const timing of this.#aligner.align(own, since)) {
      this.#pendingTimings?.push(timing);
      this.#onWordTiming?.(timing);
    }
  }

  /** Some vendors count from the beginning of the speech, others from that of the text: the first word tells. */
  #clockOffsetOf([first]: readonly TimedWord[], before: number): number {
    if (first) this.#clockOffset ??= first.start < before / 2 ? 0 : -before;
    return this.#clockOffset ?? 0;
  }
}
