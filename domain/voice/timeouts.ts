import type { Conversation, ConversationTimer } from './state.ts';
import type { ConversationStep } from './conversation-step.ts';

/** How long each wait may last, in milliseconds. */
const TIMEOUTS_MS = {
  /** The final result of an utterance, after the caller fell silent. */
  final_transcript: 3_000,
  /** Sound without words, while the agent is held for it. */
  unconfirmed_speech: 3_000,
  /** Silence without words after such sound; then the agent goes on. */
  false_interruption: 2_000,
  /** Sound without further words, after words: noise hides that the caller is done. */
  stalled_turn: 10_000,
  /** The model's first word, and every further piece. */
  model_output: 8_000,
  /** The first audio of a speech; the voice's own time-outs come first. */
  first_audio: 15_000,
  /** Nothing at all from either side. */
  no_activity: 300_000,
  /** The last words, once the call is ending. */
  last_words: 60_000,
} as const satisfies Record<Exclude<ConversationTimer, 'idle'>, number>;

/** The agent is held no longer than this in all, however often the sound comes and goes. In milliseconds. */
const OUTPUT_PAUSE_MAX_MS = TIMEOUTS_MS.unconfirmed_speech + TIMEOUTS_MS.false_interruption;

/** The wait that time must end, or null while the agent's own voice owes the next move. */
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
  if (outputPausedSince !== null) return caller.talking ? 'unconfirmed_speech' : 'false_interruption';
  if (caller.awaitingFinal) return 'final_transcript';
  // The model may fall silent in the middle of its answer: until it is done, its next piece is awaited.
  if (generation) return 'model_output';
  const [speech] = speeches;
  if (speech) return speech.startedAt === null ? 'first_audio' : null;
  return callerTimerOf(state);
}

/** Only the caller is left to make the next move. */
function callerTimerOf({ caller, settings }: Conversation): ConversationTimer {
  if (caller.talking) return caller.confirmed ? 'stalled_turn' : 'no_activity';
  return settings.idleMs > 0 ? 'idle' : 'no_activity';
}

/** Arms what is owed now and disarms what was owed before. A wait that merely goes on is left alone. */
export function armTimer(step: ConversationStep, wanted: { timer: ConversationTimer; ms: number } | null): void {
  const { armedTimer, waitRevision } = step.state;
  if (armedTimer && wanted && armedTimer.timer === wanted.timer && armedTimer.waitRevision === waitRevision) return;
  if (armedTimer) step.do({ do: 'cancelTimer', timer: armedTimer.timer });
  if (wanted) step.do({ do: 'startTimer', timer: wanted.timer, ms: wanted.ms });
  step.set({ armedTimer: wanted && { timer: wanted.timer, waitRevision } });
}
