import type { CallerTurn } from './state.ts';

/** Nothing is known of the caller's turn. */
export const SILENT_CALLER: CallerTurn = {
  talking: false,
  paused: false,
  awaitingFinal: false,
  confirmed: false,
  startedAt: null,
  silentAt: null,
  words: '',
  unsettled: '',
  stays: false,
  guesses: 0,
};

/** What the caller has said in this turn, as far as it is known. */
export const wordsSoFar = ({ words, unsettled }: CallerTurn): string => `${words} ${unsettled}`.trim();
