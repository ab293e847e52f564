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
  audio: true,
  guesses: 0,
};

/** The caller's turn as the model is asked: text that was sent for the context alone comes first. */
export const withNotes = (notes: string, words: string): string => (words === '' ? '' : `${notes} ${words}`.trim());

/** What the caller has said in this turn, as far as it is known. */
export const wordsSoFar = ({ words, unsettled }: CallerTurn): string => `${words} ${unsettled}`.trim();
