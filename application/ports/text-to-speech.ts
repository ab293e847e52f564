import type { WordTiming } from '../../domain/voice/played-text.ts';
import type { PhonemeSpan } from '../../domain/voice/speech-form.ts';

/** For synthesising speech: one open synthesiser per call. */
export interface SpeechSynthesiser {
  /** Sample rate of its audio, in Hz. */
  readonly sampleRate: number;
  /** Whether it speaks `phonemes`, with its model and in its language. */
  readonly speaksIpa?: boolean;
  /** Whether it does not read numbers, dates and addresses, or not well, so that they are to be written out for it. */
  readonly needsNormalisation?: boolean;
  /**
   * Synthesises one text as 16-bit mono chunks, the first as early as possible. Stops when the signal aborts. Throws a
   * VendorFailure.
   */
  synthesise(text: string, signal: AbortSignal, options?: SynthesisOptions): AsyncIterable<Int16Array>;
  /** A speech begins: what is selected of several voices now speaks all of it. */
  beginSpeech?(speech: object): void;
  /**
   * Announces the next text of the speech. Synthesisers that stream a speech start with it; others wait for
   * `synthesise`.
   */
  prepare?(text: string, speech: object, phonemes?: readonly PhonemeSpan[]): void;
  /** Ends a speech: no further text, and prepared audio is discarded. */
  endSpeech?(speech: object): void;
  /** Releases everything and stops running speech. */
  close(): void;
}

/** Options a synthesiser may use besides the text. */
export interface SynthesisOptions {
  /** The speech that the text belongs to: its texts are synthesised as one, where the vendor can. */
  readonly speech?: object;
  /** Called with word timings as soon as known, by synthesisers that have them. */
  readonly onWordTiming?: (mark: WordTiming) => void;
  /** Parts of the text whose pronunciation is given. Only for synthesisers that speak IPA. */
  readonly phonemes?: readonly PhonemeSpan[];
}

export interface SynthesiserOptions {
  /** Preferred sample rate in Hz; the synthesiser may use another. */
  readonly sampleRate: number;
}
