import type { ConversationStep } from './conversation-step.ts';
import { withNotes, withUserWords } from './conversation-context.ts';
import { wordsOfTurn, type ConfirmedTurn, type Conversation } from './state.ts';

/** Preemptive generations per turn. Limits the cost of a caller who keeps continuing. */
const PREEMPTIVE_ATTEMPTS_MAX = 2;

/**
 * Starts a generation for words that are probably final, so that the LLM works during endpointing. Discards it when the
 * words change. Its output stays buffered until the end of turn.
 */
export function updatePreemptiveGeneration(step: ConversationStep): void {
  const { preemptive, caller, messages, notes, settings, nextId } = step.state;
  const words = withNotes(notes, wordsOfTurn(caller));
  if (preemptive?.words === normalisedWords(words) && mayGeneratePreemptively(step.state)) return;
  discardPreemptiveGeneration(step);
  if (caller.status !== 'confirmed' || !mayBeEndOfTurn(caller) || !mayGeneratePreemptively(step.state)) return;
  if (caller.preemptiveAttempts >= PREEMPTIVE_ATTEMPTS_MAX) return;
  step.set({
    preemptive: { id: nextId, words: normalisedWords(words) },
    caller: { ...caller, preemptiveAttempts: caller.preemptiveAttempts + 1 },
  });
  // The generation that adopts it has the same number.
  step.do({
    do: 'generatePreemptively',
    generation: nextId,
    messages: withUserWords(messages, words),
    tools: settings.tools,
  });
}

/** End of turn: adopts the preemptive generation if it answers these words, else discards it. */
export function adoptPreemptiveGeneration(step: ConversationStep, words: string): void {
  if (step.state.preemptive?.words === normalisedWords(words)) step.set({ preemptive: null });
  else discardPreemptiveGeneration(step);
}

function discardPreemptiveGeneration(step: ConversationStep): void {
  const { preemptive } = step.state;
  if (!preemptive) return;
  step.do({ do: 'discardPreemptive', generation: preemptive.id });
  step.set({ preemptive: null });
}

/** No agent output is open: what the agent still says, or was played of it, changes the messages. */
const mayGeneratePreemptively = ({ phase, caller, generation, speeches }: Conversation): boolean =>
  phase === 'open' && caller.status === 'confirmed' && generation === null && speeches.length === 0;

/** The words are stable, and the caller paused, stopped, or the utterance ended. */
const mayBeEndOfTurn = ({ stable, activity, interimWords }: ConfirmedTurn): boolean =>
  stable && (activity === 'paused' || activity === 'awaiting_final' || interimWords === '');

/** Words without case and punctuation: final transcripts differ in these from stable ones. */
const normalisedWords = (words: string): string =>
  words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
