import { startSpeech } from './agent-output.ts';
import { asksToStopRecording, consentAnswerIn } from './consent-words.ts';
import type { ConversationStep } from './conversation-step.ts';
import { startGeneration } from './end-of-turn.ts';
import { availableTools } from './stage-state.ts';
import { beginStages } from './stages.ts';
import type { ConsentAnswer } from './recording-consent-state.ts';

/** Times that the question is asked when callers speak before its end. */
const ATTEMPTS_MAX = 2;

/** Asks whether the call may be recorded, or begins the conversation where that is not asked. */
export function beginWithConsent(step: ConversationStep): void {
  if (!step.state.settings.consent) return greet(step);
  step.set({ consent: { ...step.state.consent, phase: 'asking' } });
  ask(step);
}

/** No answer came in time: the conversation begins without a recording. */
export const onConsentTimeout = (step: ConversationStep): void =>
  step.set({ consent: { ...step.state.consent, reply: { words: null, audio: true } } });

/**
 * Acts on what the caller said to the question, and later on requests to stop. A refusal counts at once, consent only after
 * a whole question. Runs after every input.
 */
export function followConsent(step: ConversationStep): void {
  const { consent, phase } = step.state;
  const { reply } = consent;
  if (reply === null || phase !== 'open') return;
  step.set({ consent: { ...consent, reply: null } });
  if (consent.phase === 'over') heedStopRequest(step, reply.words ?? '');
  else if (reply.words === null) decide(step, 'not_given');
  else onAnswer(step, reply.words, reply.audio);
}

function onAnswer(step: ConversationStep, words: string, audio: boolean): void {
  const { consent, settings } = step.state;
  const answer = consentAnswerIn(words, settings.language);
  if (answer === 'no') return decide(step, 'refused');
  if (!consent.isQuestionPlayed && consent.attempts < ATTEMPTS_MAX) return ask(step);
  if (answer === 'yes' && consent.isQuestionPlayed) return decide(step, 'given');
  // The model answers, and can still report consent.
  step.set({ consent: { ...consent, phase: 'over' } });
  beginStages(step);
  startGeneration(step, { tools: availableTools(step.state), audio });
}

/** The model reports what the caller said about the recording. */
export function onConsentReported(step: ConversationStep, isGiven: boolean): void {
  const { decision, isQuestionPlayed, phase } = step.state.consent;
  if (phase !== 'over') return;
  if (!isGiven) return decision === null ? setDecision(step, 'refused') : withdraw(step);
  const isOpen = decision === null || decision.answer === 'not_given';
  if (isOpen && isQuestionPlayed) setDecision(step, 'given');
}

/** Stops the recording if the caller's words ask for it, whatever the model makes of them. */
function heedStopRequest(step: ConversationStep, words: string): void {
  if (asksToStopRecording(words, step.state.settings.language)) onConsentReported(step, false);
}

function decide(step: ConversationStep, answer: ConsentAnswer): void {
  step.set({ consent: { ...step.state.consent, phase: 'over' } });
  setDecision(step, answer);
  greet(step);
}

function setDecision(step: ConversationStep, answer: ConsentAnswer): void {
  const decision = { answer, at: step.at, withdrawnAt: null };
  step.set({ consent: { ...step.state.consent, decision } });
  step.do({ do: 'setRecording', on: answer === 'given', decision });
}

function withdraw(step: ConversationStep): void {
  const { consent } = step.state;
  if (consent.decision?.answer === 'not_given') return setDecision(step, 'refused');
  if (consent.decision?.answer !== 'given' || consent.decision.withdrawnAt !== null) return;
  const decision = { ...consent.decision, withdrawnAt: step.at };
  step.set({ consent: { ...consent, decision } });
  step.do({ do: 'setRecording', on: false, decision });
}

function ask(step: ConversationStep): void {
  const { consent, settings, nextId } = step.state;
  step.set({ consent: { ...consent, attempts: consent.attempts + 1, speech: nextId } });
  startSpeech(step, 'prompt', settings.consent?.question ?? '');
}

function greet(step: ConversationStep): void {
  if (step.state.settings.ignoreUntilGreeted) step.mute(true);
  startSpeech(step, 'greeting', step.state.settings.greeting);
  beginStages(step);
}
