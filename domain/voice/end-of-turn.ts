import type { ConversationStep } from './conversation-step.ts';
import { withNotes, withUserWords } from './conversation-context.ts';
import { adoptPreemptiveGeneration } from './preemptive-generation.ts';
import { NO_CALLER_TURN, wordsOfTurn, type Generation } from './state.ts';

/** Ends the utterance. Tries to end a confirmed turn, and discards another. */
export function endUtterance(step: ConversationStep): void {
  const { caller } = step.state;
  if (caller.status !== 'confirmed') {
    step.set({ caller: NO_CALLER_TURN, callerSignalAt: step.at });
    return step.resumeOutput();
  }
  // Interim words are answered even if no final transcript repeats them, so observers need them as final.
  if (caller.interimWords !== '') step.emit({ type: 'caller_transcript', text: caller.interimWords, final: true });
  step.set({ caller: { ...caller, activity: 'silent', finalWords: wordsOfTurn(caller), interimWords: '' } });
  tryEndTurn(step);
}

/** Ends the turn and starts the generation, once the caller is silent and every agent speech has ended. */
export function tryEndTurn(step: ConversationStep): void {
  const { phase, caller, notes, speeches, settings, nextId } = step.state;
  if (phase !== 'open' || caller.status !== 'confirmed' || caller.activity !== 'silent' || speeches.length > 0) return;
  const words = withNotes(notes, caller.finalWords);
  adoptPreemptiveGeneration(step, words);
  const messages = withUserWords(step.state.messages, words);
  step.emit({ type: 'turn_ended', text: words, started_at: caller.startedAt, ended_by: caller.endedBy });
  step.set({
    messages,
    caller: NO_CALLER_TURN,
    notes: '',
    generation: newGeneration(nextId, caller.audio),
    nextId: nextId + 1,
  });
  step.do({ do: 'generate', generation: nextId, messages, tools: settings.tools });
  if (settings.hold && caller.audio)
    step.do({ do: 'scheduleHoldMessage', ms: settings.hold.afterMs, messages: settings.hold.messages });
}

const newGeneration = (id: number, audio: boolean): Generation => ({
  id,
  speech: null,
  pending: { text: '', isStarted: false },
  outputAt: null,
  firstTokenAt: null,
  audio,
  written: 0,
  calls: [],
});
