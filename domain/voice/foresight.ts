import type { Draft } from './draft.ts';
import { withNotes, withUserWords } from './messages.ts';
import { wordsSoFar, type Conversation } from './state.ts';

/** So many answers are begun for one turn before it is over: a caller who keeps going on costs no more than that. */
const GUESSES_MAX = 2;

/**
 * Begins an answer to words that are probably all there will be, so that the wait for the end of the turn is not lost on
 * the model, and gives it up when they were not. Nothing of it is heard before the turn is over.
 */
export function settleForesight(draft: Draft): void {
  const { foreseen, caller, messages, notes, settings, nextId } = draft.state;
  const words = withNotes(notes, wordsSoFar(caller));
  if (foreseen?.words === sounding(words) && mayForesee(draft.state)) return;
  forget(draft);
  if (words === '' || !isMaybeDone(draft.state) || !mayForesee(draft.state) || caller.guesses >= GUESSES_MAX) return;
  draft.set({ foreseen: { id: nextId, words: sounding(words) }, caller: { ...caller, guesses: caller.guesses + 1 } });
  // It bears the number that the question itself will bear.
  draft.do({ do: 'foresee', thinking: nextId, messages: withUserWords(messages, words), tools: settings.tools });
}

/** The turn is over: what was foreseen becomes its answer, unless the words turned out to be others. */
export function comeTrue(draft: Draft): void {
  const { foreseen, caller, notes } = draft.state;
  if (foreseen?.words === sounding(withNotes(notes, caller.words))) draft.set({ foreseen: null });
  else forget(draft);
}

function forget(draft: Draft): void {
  const { foreseen } = draft.state;
  if (!foreseen) return;
  draft.do({ do: 'forget', thinking: foreseen.id });
  draft.set({ foreseen: null });
}

/** Nobody else is to be heard first: what the agent is yet to say or was heard to say changes the question. */
const mayForesee = ({ phase, caller, thinking, speeches }: Conversation): boolean =>
  phase === 'open' && caller.confirmed && thinking === null && speeches.length === 0;

/** The words are final as far as they go, and the caller has paused or fallen silent, or the utterance itself is over. */
const isMaybeDone = ({ caller: { stays, paused, awaitingFinal, unsettled } }: Conversation): boolean =>
  stays && (paused || awaitingFinal || unsettled === '');

/** Words as they sound: a final result writes the same words with other marks. */
const sounding = (words: string): string =>
  words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
