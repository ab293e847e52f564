/** Requests for the words of an utterance that continues. */
export interface Probes {
  /** When the last one was sent. Null before the first. */
  readonly sentAt: number | null;
  /** Whether its words arrived. */
  readonly isAnswered: boolean;
  /** When the first one that yielded the present words was sent: they were said before. */
  readonly wordsBy: number | null;
}

export const NO_PROBES: Probes = { sentAt: null, isAnswered: true, wordsBy: null };
