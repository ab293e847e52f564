/** What the caller answered to the question whether the call may be recorded. `not_given`: nothing, or nothing clear. */
export type ConsentAnswer = 'given' | 'refused' | 'not_given';

/** The caller's consent to the recording. Times are in ms since the Unix epoch. */
export interface ConsentDecision {
  readonly answer: ConsentAnswer;
  readonly at: number;
  /** When the caller had the recording stopped. Null while they have not. */
  readonly withdrawnAt: number | null;
}

/** Asking for consent at the beginning of a call. */
export interface ConsentQuestion {
  readonly question: string;
  /** How long an answer is awaited after the question, in ms. */
  readonly waitMs: number;
}

/** Where the conversation is with the consent. */
export interface ConsentState {
  /** `asking`: the conversation begins once it is answered or the wait is over. `none`: nothing is asked. */
  readonly phase: 'none' | 'asking' | 'over';
  /** The speech that asks. Null while none does. */
  readonly speech: number | null;
  /** Whether the caller has been played a whole question. */
  readonly isQuestionPlayed: boolean;
  readonly attempts: number;
  /** The caller's last turn, while nothing followed from it. Null words: the wait for an answer is over. */
  readonly reply: { readonly words: string | null; readonly audio: boolean } | null;
  /** Null while it is open. */
  readonly decision: ConsentDecision | null;
}

/** Nothing is asked. */
export const NO_CONSENT: ConsentState = {
  phase: 'none',
  speech: null,
  isQuestionPlayed: false,
  attempts: 0,
  reply: null,
  decision: null,
};

/** What the caller had decided when the call ended. Null where they were not to be asked. */
export const consentOf = (
  { settings, consent }: { readonly settings: { readonly consent?: ConsentQuestion }; readonly consent: ConsentState },
  endedAt: number,
): ConsentDecision | null =>
  settings.consent ? (consent.decision ?? { answer: 'not_given', at: endedAt, withdrawnAt: null }) : null;
