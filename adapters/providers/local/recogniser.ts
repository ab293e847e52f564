import type { CallerWord } from '../../../domain/voice/caller-word.ts';

/** Speech recognition for one caller. */
export interface Recogniser {
  /** Starts an utterance with its pre-roll and reports interim transcripts. A first result that `isEnough` accepts is final. */
  startUtterance(
    preRoll: Int16Array,
    partial: (text: string) => void,
    isEnough?: (text: string) => Promise<boolean>,
  ): RecognisedUtterance;
  close(): void;
}

/** An utterance while it is spoken: 16 kHz audio in, words out. */
export interface RecognisedUtterance {
  /** The words, available after the end. Rejects with a VendorFailure when the utterance is lost. */
  readonly result: Promise<string>;
  /** The times of the words from the start of the pre-roll, once the result is there. */
  readonly words: readonly CallerWord[];
  /** Whether the words so far may be all, so that a shorter silence ends the utterance. */
  readonly isComplete?: boolean;
  write(audio: Int16Array): void;
  end(): void;
  /** Discards the utterance. Its result may stay pending. */
  discard(): void;
}
