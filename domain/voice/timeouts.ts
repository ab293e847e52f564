import { TIMEOUTS_MS } from './call-timeouts.ts';
import { endOfTurnDue } from './end-of-turn-due.ts';
import { probeDue } from './probes.ts';
import { isSpeaking, type Conversation, type ConversationTimer } from './state.ts';
import { timeLimitDue } from './time-limit-due.ts';
import { stageSilenceMs } from './stage-state.ts';
import { isAwaitingTools } from './tool-state.ts';
import type { ConversationStep } from './conversation-step.ts';

/** How long speech without words keeps agent output paused, in ms. Some vendors have no words before its end. */
const unconfirmedMs = ({ transcription, hasBackground }: Conversation): number =>
  transcription.interimGapMs === null && !transcription.canProbe && !hasBackground
    ? TIMEOUTS_MS.stalled_turn
    : TIMEOUTS_MS.unconfirmed_speech;

/** Longest pause of agent output in total, in ms, however often the sound stops and starts again. */
const outputPauseMaxMs = (state: Conversation): number => unconfirmedMs(state) + TIMEOUTS_MS.false_interruption;

/** The timer a state needs, and when it is due. */
interface Timeout {
  readonly timer: ConversationTimer;
  readonly dueAt: number;
}

/** Waits that do not depend on how the caller sounds, nor on how long the call lasts. */
type WaitTimer = Exclude<ConversationTimer, 'turn_end' | 'probe' | 'time_limit'>;

/** The timer this state needs at this time. Null while the speech player will report the next input. */
export function timeoutOf(state: Conversation, at: number): Timeout | null {
  const wait = waitOf(state, at);
  const end = endOfTurnDue(state);
  const probeAt = probeDue(state);
  const dues: Timeout[] = [];
  // A turn with words ends when it is due, and not before the agent's speech has ended.
  if (wait && !(end && isTurnWithWords(state))) dues.push(wait);
  if (end && (state.caller.status !== 'confirmed' || isTurnWithWords(state)))
    dues.push({ timer: 'turn_end', dueAt: end.at });
  if (probeAt !== null) dues.push({ timer: 'probe', dueAt: probeAt });
  const limitAt = timeLimitDue(state);
  if (limitAt !== null) dues.push({ timer: 'time_limit', dueAt: limitAt });
  return dues.toSorted((one, other) => one.dueAt - other.dueAt)[0] ?? null;
}

const isTurnWithWords = ({ caller, speeches }: Conversation): boolean =>
  caller.status === 'confirmed' && speeches.length === 0;

function waitOf(state: Conversation, at: number): Timeout | null {
  const timer = timerOf(state);
  if (timer === null) return null;
  const since = state.wait?.timer === timer ? state.wait.since : at;
  const dueAt = since + msOf(timer, state);
  if (state.outputPausedSince === null) return { timer, dueAt };
  return { timer, dueAt: Math.min(dueAt, state.outputPausedSince + outputPauseMaxMs(state)) };
}

function msOf(timer: WaitTimer, state: Conversation): number {
  const { settings, tools } = state;
  if (timer === 'unconfirmed_speech') return unconfirmedMs(state);
  if (timer === 'idle') return settings.idleMs;
  if (timer === 'stage_silence') return stageSilenceMs(state) ?? 0;
  if (timer === 'consent_answer') return settings.consent?.waitMs ?? 0;
  if (timer !== 'tool_answer') return TIMEOUTS_MS[timer];
  const awaited = tools.runs.filter(({ isDetached }) => !isDetached);
  return Math.max(...awaited.map(({ call }) => settings.actions?.[call.name]?.answerMs ?? TIMEOUTS_MS.tool_answer));
}

const endingTimerOf = ({ mailbox }: Conversation): WaitTimer => (mailbox.waits ? 'mailbox_greeting' : 'last_words');

function timerOf(state: Conversation): WaitTimer | null {
  const { phase, outputPausedSince, caller, generation, speeches } = state;
  if (phase === 'starting' || phase === 'ended') return null;
  if (phase === 'ending') return endingTimerOf(state);
  if (outputPausedSince !== null) return isSpeaking(caller) ? 'unconfirmed_speech' : 'false_interruption';
  if (caller.activity === 'awaiting_final') return 'final_transcript';
  // The model may stall in the middle of a reply, so the wait covers every chunk.
  if (generation) return 'model_output';
  const [speech] = speeches;
  if (speech) return speech.startedAt === null ? 'first_audio' : null;
  return waitingTimerOf(state);
}

/** The timer while only tools or the caller can act. */
function waitingTimerOf(
  state: Conversation,
): 'tool_answer' | 'no_activity' | 'idle' | 'stage_silence' | 'consent_answer' {
  const { caller, settings, hasBackground, tools, consent } = state;
  if (isAwaitingTools(tools)) return 'tool_answer';
  if (tools.runs.some(({ call }) => settings.actions?.[call.name]?.answerMs !== undefined)) return 'no_activity';
  if (!hasBackground && isSpeaking(caller)) return 'no_activity';
  if (consent.phase === 'asking') return 'consent_answer';
  if (stageSilenceMs(state) !== null) return 'stage_silence';
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

/** Replaces the armed timer by the one the state needs. A wait without progress keeps its time. */
export function armTimer(step: ConversationStep, before: Conversation): void {
  const timer = timerOf(step.state);
  if (timer !== step.state.wait?.timer || hasProgressed(before, step.state))
    step.set({ wait: timer && { timer, since: step.at } });
  const { armed } = step.state;
  const wanted = timeoutOf(step.state, step.at);
  if (armed && wanted && isSame(armed, wanted)) return;
  if (armed) step.do({ do: 'cancelTimer', timer: armed.timer });
  if (wanted) step.do({ do: 'startTimer', timer: wanted.timer, ms: Math.max(0, wanted.dueAt - step.at) });
  step.set({ armed: wanted });
}

const isSame = (one: Timeout, other: Timeout): boolean => one.timer === other.timer && one.dueAt === other.dueAt;
