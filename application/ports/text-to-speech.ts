import type { WordTiming } from '../../domain/voice/played-text.ts';

/** For speaking a text: one open voice per call, whatever the vendor. */
export interface SpeechSynthesiser {
  /** Rate of the audio it makes, in samples per second. */
  readonly sampleRate: number;
  /**
   * Speaks one text as 16-bit mono chunks, the first as early as possible. Stops when the signal aborts.
   * Throws a VendorFailure when it cannot.
   */
  synthesise(text: string, signal: AbortSignal, options?: SynthesisOptions): AsyncIterable<Int16Array>;
  /**
   * The speech that is being spoken goes on with this text, which will be asked for next. Voices that take a speech as it
   * is produced begin with it; all others wait until they are asked, and so does one that cannot begin now.
   */
  prepare?(text: string, speech: object): void;
  /** Nothing more is wanted of this speech: neither further texts nor what was prepared of it. */
  endSpeech?(speech: object): void;
  /** Releases everything; running speech ends. */
  close(): void;
}

/** What a voice may make use of besides the text. */
export interface SynthesisOptions {
  /** The speech the text is part of: texts of one speech are spoken as one, where the vendor can. */
  readonly speech?: object;
  /** Told where in the text the voice is, as soon as that is known; never by voices that do not know it. */
  readonly onWordTiming?: (mark: WordTiming) => void;
}

export interface SynthesiserOptions {
  /** The rate the call would like best; the voice may make another. */
  readonly sampleRate: number;
}
