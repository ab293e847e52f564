import type { SynthesisOptions } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { WordTiming } from '../../../domain/voice/played-text.ts';
import { AsyncQueue } from '../../lib/async-queue.ts';
import { LetterAlignment } from './letter-alignment.ts';
import { WordAligner, type TimedWord } from './word-alignment.ts';
import type { TtsEvent } from './tts-protocol.ts';

/** Output for a text, in whole samples. */
export interface SynthesisedChunk extends Pick<TtsEvent, 'words' | 'chunkWords'> {
  readonly audio?: Int16Array;
}

/** Maximum audio waiting to be read, in seconds. More means a runaway response. */
const UNREAD_MAX_SECONDS = 120;
/** Part of a letter's end that may be missing, in seconds. */
const FADE_SECONDS = 0.1;

/** A text during synthesis: its audio and word timings. */
export class SynthesisedText {
  readonly text: string;
  readonly audio = new AsyncQueue<Int16Array>(({ length }) => length);
  readonly alignment: LetterAlignment;
  readonly #sampleRate: number;
  readonly #aligner: WordAligner;
  #onWordTiming: SynthesisOptions['onWordTiming'];
  /** Word timings collected before the subscription. Null afterwards. */
  #pendingTimings: WordTiming[] | null = [];
  /** Start of the vendor's clock, in seconds relative to the audio of the text. */
  #clockOffset: number | null = null;
  /** End of its last letter, in seconds of its audio. */
  #lettersEnd = 0;
  #samples = 0;
  #lastAudioAt = 0;

  constructor(text: string, sampleRate: number) {
    this.text = text;
    this.alignment = new LetterAlignment(text);
    this.#sampleRate = sampleRate;
    this.#aligner = new WordAligner(text);
  }

  /** Duration of its audio so far, in seconds. */
  get seconds(): number {
    return this.#samples / this.#sampleRate;
  }

  /** Whether all its letters were spoken and received. Its last sound may still fade out. */
  get isFullySynthesised(): boolean {
    return this.alignment.isComplete && this.seconds > this.#lettersEnd - FADE_SECONDS;
  }

  /** When its last audio arrived, in monotonic ms. */
  get lastAudioAt(): number {
    return this.#lastAudioAt;
  }

  /** Reports word timings from now on, and those known already. */
  subscribe({ onWordTiming }: SynthesisOptions): void {
    this.#onWordTiming = onWordTiming;
    if (onWordTiming) this.#pendingTimings?.forEach((timing) => onWordTiming(timing));
    this.#pendingTimings = null;
  }

  /** Adds output. `before` is the audio of earlier texts in the same context, in seconds. */
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
    // A late timing belongs to the previous text.
    const own = words.filter(({ end }) => since + end > 0);
    for (const timing of this.#aligner.align(own, since)) {
      this.#pendingTimings?.push(timing);
      this.#onWordTiming?.(timing);
    }
  }

  /** Some vendors count from the start of the context, others from the start of the text. The first word shows which. */
  #clockOffsetOf([first]: readonly TimedWord[], before: number): number {
    if (first) this.#clockOffset ??= first.start < before / 2 ? 0 : -before;
    return this.#clockOffset ?? 0;
  }
}
