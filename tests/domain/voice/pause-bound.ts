import type { Conversation } from '../../../domain/voice/state.ts';

/** Longest pause of agent output, in ms: usually, and while the vendor has no words before the end of speech. */
const PAUSE_MAX_MS = 5_000;
const WORDLESS_PAUSE_MAX_MS = 12_000;

/** Watches that no pause of agent output is longer than the policy allows. */
export class PauseBound {
  /** The vendor had no words before the end of speech at some time of this pause. */
  #isLong = false;

  isKept({ outputPausedSince, transcription }: Conversation, at: number): boolean {
    const hasLateWords = transcription.interimGapMs === null && !transcription.canProbe;
    this.#isLong = outputPausedSince !== null && (this.#isLong || hasLateWords);
    return (
      outputPausedSince === null || at - outputPausedSince <= (this.#isLong ? WORDLESS_PAUSE_MAX_MS : PAUSE_MAX_MS)
    );
  }
}
