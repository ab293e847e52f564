import type { ConversationStep } from './conversation-step.ts';
import { withNotes, withUserWords } from './conversation-context.ts';
import { isHandingOver } from './handover-call.ts';
import { availableTools } from './stage-state.ts';
import { normalisedWords } from './words-look.ts';
import { isVendorTurn, wordsOfTurn, type ConfirmedTurn, type Conversation } from './state.ts';

/** Preemptive generations per turn. Limits the cost of a caller who keeps continuing. */
const PREEMPTIVE_ATTEMPTS_MAX = 2;

/**
 * Starts a generation for words that are probably final, so that the LLM works during endpointing. Discards it when the
 * words change. Its output stays buffered until the end of turn.
 */
export function updatePreemptiveGeneration(step: ConversationStep): void {
  const { preemptive, caller, messages, notes, nextId } = step.state;
  const words = withNotes(notes, wordsOfTurn(caller));
  const mayGenerate = mayGeneratePreemptively(step.state);
  if (preemptive?.words === normalisedWords(words) && mayGenerate) return;
  discardPreemptiveGeneration(step);
  if (caller.status !== 'confirmed' || !mayBeEndOfTurn(step.state, caller) || !mayGenerate) return;
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
    tools: availableTools(step.state),
  });
}

/** End of turn: adopts the preemptive generation if it answers these words, else discards it. */
export function adoptPreemptiveGeneration(step: ConversationStep, words: string): void {
  if (step.state.preemptive?.words === normalisedWords(words)) step.set({ preemptive: null });
  else discardPreemptiveGeneration(step);
}

/** Discards the preemptive generation, if one runs. */
export function discardPreemptiveGeneration(step: ConversationStep): void {
  const { preemptive } = step.state;
  if (!preemptive) return;
  step.do({ do: 'discardPreemptive', generation: preemptive.id });
  step.set({ preemptive: null });
}

/**
 * Whether nothing can change the messages before the turn ends: no agent output is open, no answer of a tool is late, the
 * words answer neither the question for consent nor an announced handover, and the vendor reports no further words.
 */
const mayGeneratePreemptively = (state: Conversation): boolean => {
  const { phase, caller, generation, speeches, tools, consent } = state;
  if (phase !== 'open' || caller.status !== 'confirmed' || generation !== null || speeches.length > 0) return false;
  if (tools.late.length > 0 || consent.phase === 'asking' || isHandingOver(state)) return false;
  return !isVendorTurn(state) || caller.vendorTurn !== 'resumed';
};

/** The vendor says so, or the words are stable, and the caller paused, stopped, or the utterance ended. */
const mayBeEndOfTurn = (state: Conversation, { stable, activity, interimWords, vendorTurn }: ConfirmedTurn): boolean =>
  (isVendorTurn(state) && vendorTurn === 'likely_ended') ||
  (stable && (activity === 'paused' || activity === 'awaiting_final' || interimWords === ''));
