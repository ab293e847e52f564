import { TIMEOUTS_MS } from './call-timeouts.ts';
import { isSpeaking, type Conversation, type ConversationTimer } from './state.ts';
import type { ConversationStep } from './conversation-step.ts';

/** Longest pause of agent output in total, in ms, however often the sound stops and starts again. */
const OUTPUT_PAUSE_MAX_MS = TIMEOUTS_MS.unconfirmed_speech + TIMEOUTS_MS.false_interruption;

/** The timer this state needs and its timeout. Null while the speech player will report the next input. */
export function timeoutOf(state: Conversation, at: number): { timer: ConversationTimer; ms: number } | null {
  const timer = timerOf(state);
  if (timer === null) return null;
  const ms = timer === 'idle' ? state.settings.idleMs : TIMEOUTS_MS[timer];
  if (state.outputPausedSince === null) return { timer, ms };
  return { timer, ms: Math.max(0, Math.min(ms, state.outputPausedSince + OUTPUT_PAUSE_MAX_MS - at)) };
}

function timerOf(state: Conversation): ConversationTimer | null {
  const { phase, outputPausedSince, caller, generation, speeches } = state;
  if (phase === 'starting' || phase === 'ended') return null;
  if (phase === 'ending') return 'last_words';
  if (outputPausedSince !== null) return isSpeaking(caller) ? 'unconfirmed_speech' : 'false_interruption';
  if (caller.activity === 'awaiting_final') return 'final_transcript';
  // The model may stall in the middle of a reply, so the wait covers every chunk.
  if (generation) return 'model_output';
  const [speech] = speeches;
  if (speech) return speech.startedAt === null ? 'first_audio' : null;
  return callerTimerOf(state);
}

/** The timer while only the caller can act. */
function callerTimerOf({ caller, settings }: Conversation): ConversationTimer {
  if (isSpeaking(caller)) return caller.status === 'confirmed' ? 'stalled_turn' : 'no_activity';
  return settings.idleMs > 0 ? 'idle' : 'no_activity';
}

/** Whether caller, model or speech player did something that restarts a wait. */
function hasProgressed(before: Conversation, { nextId, callerSignalAt, generation, speeches }: Conversation): boolean {
  // Every new generation and speech takes an id.
  if (nextId !== before.nextId || callerSignalAt !== before.callerSignalAt) return true;
  if (generation && generation.outputAt !== before.generation?.outputAt) return true;
  const hasStarted = speeches.some(({ startedAt }, index) => startedAt !== before.speeches[index]?.startedAt);
  return hasStarted || speeches.length < before.speeches.length;
}

/** Replaces the armed timer by the one the state needs. A wait without progress keeps its timer. */
export function armTimer(step: ConversationStep, before: Conversation): void {
  const { armedTimer } = step.state;
  const wanted = timeoutOf(step.state, step.at);
  if (armedTimer && armedTimer === wanted?.timer && !hasProgressed(before, step.state)) return;
  if (armedTimer) step.do({ do: 'cancelTimer', timer: armedTimer });
  if (wanted) step.do({ do: 'startTimer', timer: wanted.timer, ms: wanted.ms });
  step.set({ armedTimer: wanted?.timer ?? null });
}
