/** For speaking a text: one open voice per call, whatever the vendor. */
export interface Voice {
  /** Rate of the audio it makes, in samples per second. */
  readonly sampleRate: number;
  /**
   * Speaks one text as 16-bit mono chunks, the first as early as possible. Stops when the signal aborts.
   * Throws a VendorFailure when it cannot.
   */
  speak(text: string, signal: AbortSignal): AsyncIterable<Int16Array>;
  /** Releases everything; running speech ends. */
  close(): void;
}

export interface VoiceOptions {
  /** The rate the call would like best; the voice may make another. */
  readonly sampleRate: number;
}
