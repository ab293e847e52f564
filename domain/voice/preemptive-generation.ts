import type { ConversationStep } from './conversation-step.ts';
import { withNotes, withUserWords } from './messages.ts';
import { wordsOfTurn, type Conversation } from './state.ts';

/** So many answers are begun for one turn before it is over: a caller who keeps going on costs no more than that. */
const PREEMPTIVE_ATTEMPTS_MAX = 2;

/**
 * Begins an answer to words that are probably all there will be, so that the wait for the end of the turn is not lost on
 * the model, and gives it up when they were not. Nothing of it is heard before the turn is over.
 */
export function updatePreemptiveGeneration(step: ConversationStep): void {
  const { preemptive, caller, messages, notes, settings, nextId } = step.state;
  const words = withNotes(notes, wordsOfTurn(caller));
  if (preemptive?.words === normalisedWords(words) && mayGeneratePreemptively(step.state)) return;
  discardPreemptiveGeneration(step);
  if (
    words === '' ||
    !mayBeEndOfTurn(step.state) ||
    !mayGeneratePreemptively(step.state) ||
    caller.preemptiveAttempts >= PREEMPTIVE_ATTEMPTS_MAX
  )
    return;
  step.set({
    preemptive: { id: nextId, words: normalisedWords(words) },
    caller: { ...caller, preemptiveAttempts: caller.preemptiveAttempts + 1 },
  });
  // It bears the number that the question itself will bear.
  step.do({
    do: 'generatePreemptively',
    generation: nextId,
    messages: withUserWords(messages, words),
    tools: settings.tools,
  });
}

/** The turn is over: what was foreseen becomes its answer, unless the words turned out to be others. */
export function adoptPreemptiveGeneration(step: ConversationStep): void {
  const { preemptive, caller, notes } = step.state;
  if (preemptive?.words === normalisedWords(withNotes(notes, caller.finalWords))) step.set({ preemptive: null });
  else discardPreemptiveGeneration(step);
}

function discardPreemptiveGeneration(step: ConversationStep): void {
  const { preemptive } = step.state;
  if (!preemptive) return;
  step.do({ do: 'discardPreemptive', generation: preemptive.id });
  step.set({ preemptive: null });
}

/** Nobody else is to be heard first: what the agent is yet to say or was heard to say changes the question. */
const mayGeneratePreemptively = ({ phase, caller, generation, speeches }: Conversation): boolean =>
  phase === 'open' && caller.confirmed && generation === null && speeches.length === 0;

/** The words are final as far as they go, and the caller has paused or fallen silent, or the utterance itself is over. */
const mayBeEndOfTurn = ({ caller: { stable, paused, awaitingFinal, interimWords } }: Conversation): boolean =>
  stable && (paused || awaitingFinal || interimWords === '');

/** Words as they sound: a final result writes the same words with other marks. */
const normalisedWords = (words: string): string =>
  words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
