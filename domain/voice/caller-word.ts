/** A word of a transcript, and where it is in the caller's audio, in ms. */
export interface CallerWord {
  readonly text: string;
  readonly fromMs: number;
  readonly toMs: number;
}
