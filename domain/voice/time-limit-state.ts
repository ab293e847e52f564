/** Time limit of a conversation. */
export interface TimeLimit {
  /** From the start of the conversation to its end, in ms. */
  readonly maxMs: number;
  /** Null: the call ends without a warning. */
  readonly warning: { readonly message: string; readonly beforeMs: number } | null;
  /** What the agent says last. Blank: nothing. */
  readonly closingMessage: string;
}

/** Progress towards the time limit. */
export interface TimeLimitState {
  /** When the caller was connected. Null before. */
  readonly connectedAt: number | null;
  readonly warning: 'ahead' | 'due' | 'given';
  /** The speech of the warning until its sound starts. */
  readonly speech: number | null;
  readonly attempts: number;
  readonly isReached: boolean;
}

export const NEW_TIME_LIMIT: TimeLimitState = {
  connectedAt: null,
  warning: 'ahead',
  speech: null,
  attempts: 0,
  isReached: false,
};
