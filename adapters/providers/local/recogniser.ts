/** One caller's way of being understood, whatever it is looking for in the audio. */
export interface Recogniser {
  /**
   * Begins an utterance with audio from just before it. What is understood on the way is told as it changes. A first
   * understanding that `isEnough` need not be made better.
   */
  startUtterance(
    preRoll: Int16Array,
    partial: (text: string) => void,
    isEnough?: (text: string) => Promise<boolean>,
  ): RecognisedUtterance;
  close(): void;
}

/** One utterance while it is spoken: 16 kHz audio goes in, its words come out. */
export interface RecognisedUtterance {
  /** The words, some time after the finish. Rejects with a VendorFailure as soon as the utterance is lost. */
  readonly result: Promise<string>;
  /** Whether what is understood so far may well be all of it, so that a shorter silence ends it. */
  readonly isComplete?: boolean;
  write(audio: Int16Array): void;
  end(): void;
  /** Nobody wants the result any more; it may stay out for ever. */
  discard(): void;
}
