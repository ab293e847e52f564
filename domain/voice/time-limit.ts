import { startSpeech } from './agent-output.ts';
import type { ConversationStep } from './conversation-step.ts';
import { isSpeaking, type Conversation } from './state.ts';
import { timeLimitDue } from './time-limit-due.ts';

/** Starts of the warning. One that the caller cancels before its first sound is said again. */
const ATTEMPTS_MAX = 3;

/** A time of the limit came. One that is a little early changes nothing, and is awaited again. */
export function onTimeLimitDue(step: ConversationStep): void {
  const { settings, timeLimit } = step.state;
  const due = timeLimitDue(step.state);
  if (!settings.limit || timeLimit.connectedAt === null || due === null || step.at < due) return;
  if (timeLimit.isReached) return endAtLimit(step);
  const isReached = step.at >= timeLimit.connectedAt + settings.limit.maxMs;
  const warning = timeLimit.warning === 'ahead' ? 'due' : timeLimit.warning;
  step.set({ timeLimit: { ...timeLimit, warning, isReached } });
}

/**
 * Says the warning once it is due and neither caller nor agent is speaking. Ends the call once the limit is reached and the
 * caller is not speaking. Runs after every input.
 */
export function keepTimeLimit(step: ConversationStep): void {
  const { phase, settings, timeLimit } = step.state;
  if (phase !== 'open' || !settings.limit) return;
  if (timeLimit.isReached) return isCallerQuiet(step.state) ? endAtLimit(step) : undefined;
  if (settings.limit.warning) warn(step, settings.limit.warning.message);
}

function warn(step: ConversationStep, message: string): void {
  followWarning(step);
  const { timeLimit, generation, speeches, nextId } = step.state;
  const isGap = generation === null && speeches.length === 0 && isCallerQuiet(step.state);
  if (timeLimit.warning !== 'due' || timeLimit.speech !== null || !isGap) return;
  const attempts = timeLimit.attempts + 1;
  const warning = attempts < ATTEMPTS_MAX ? 'due' : 'given';
  step.set({ timeLimit: { ...timeLimit, attempts, warning, speech: nextId } });
  startSpeech(step, 'prompt', message);
}

/** The warning counts as given once its sound started. */
function followWarning(step: ConversationStep): void {
  const { timeLimit, speeches } = step.state;
  if (timeLimit.speech === null) return;
  const speech = speeches.find(({ id }) => id === timeLimit.speech);
  if (speech?.startedAt === null) return;
  step.set({ timeLimit: { ...timeLimit, speech: null, ...(speech && { warning: 'given' }) } });
}

/** Whether the caller has no turn and is not speaking. */
const isCallerQuiet = ({ caller, hasBackground }: Conversation): boolean =>
  caller.status !== 'confirmed' && caller.activity !== 'awaiting_final' && (!isSpeaking(caller) || hasBackground);

/** The agent's speech plays out, then the closing message, then the call ends. */
function endAtLimit(step: ConversationStep): void {
  step.stopAnswering();
  step.beginEnding('max_duration');
  const closing = step.state.settings.limit?.closingMessage ?? '';
  if (closing.trim() !== '') startSpeech(step, 'closing', closing);
  else if (step.state.speeches.length === 0) step.hangUp('max_duration');
}
