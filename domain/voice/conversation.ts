import type { EndReason } from './conversation-events.ts';
import { NO_PROBES } from './probe-state.ts';
import { armTimer } from './timeouts.ts';
import { ConversationStep } from './conversation-step.ts';
import { updatePreemptiveGeneration } from './preemptive-generation.ts';
import {
  onCallerPaused,
  onCallerSpeechStarted,
  onCallerSpeechEnded,
  onCallerText,
  onTranscript,
  onFinalTranscriptTimeout,
  onTurnEndDue,
} from './caller-input.ts';
import { onDigitCollection } from './mute-for-digits.ts';
import { answerMailbox, isMailboxByWords } from './voicemail-detection.ts';
import { NO_MAILBOX } from './voicemail-state.ts';
import { NO_CONSENT } from './recording-consent-state.ts';
import { beginWithConsent, followConsent, onConsentTimeout } from './recording-consent.ts';
import { onProbeDue } from './probes.ts';
import { followHandover } from './conversation-handover.ts';
import { NO_HANDOVER } from './handover-state.ts';
import { onHoldMessageDue, onIdleTimeout } from './idle.ts';
import { onFalseInterruption } from './interruption.ts';
import {
  apologise,
  onRetrieval,
  startSpeech,
  onSpeechEnded,
  onSpeechStarted,
  onGenerationFailed,
  onGenerationCompleted,
  onGenerationText,
  onToolCall,
} from './agent-output.ts';
import { handleReport } from './reports.ts';
import { onStageSilence } from './stages.ts';
import { followStages } from './stage-entry.ts';
import { promptOf, withSystemPrompt } from './stage-prompt.ts';
import { newStageState } from './stage-state.ts';
import { NO_SUMMARY } from './summary-state.ts';
import { NEW_TIME_LIMIT } from './time-limit-state.ts';
import { keepTimeLimit, onTimeLimitDue } from './time-limit.ts';
import { onToolAnswered, onToolTimeout } from './tool-calls.ts';
import { NO_TOOLS } from './tool-state.ts';
import { UNKNOWN_TRANSCRIPTION } from './transcription-facts.ts';
import {
  CLEAN_LEVEL,
  isSpeaking,
  NO_CALLER_TURN,
  type Conversation,
  type ConversationSettings,
  type ConversationEffect,
  type ConversationTimer,
  type ConversationInput,
} from './state.ts';

/** Inputs that end a speech and report its played text. */
const SPEECH_END_EVENTS = new Set<ConversationInput['type']>(['speechCompleted', 'speechCancelled', 'speechFailed']);

/** A conversation before the caller is connected. */
export function newConversation(settings: ConversationSettings): Conversation {
  const stage = settings.stages ? newStageState(settings.stages) : null;
  return {
    settings,
    phase: 'starting',
    messages: withSystemPrompt([], promptOf({ settings, stage, summary: NO_SUMMARY })),
    caller: NO_CALLER_TURN,
    level: CLEAN_LEVEL,
    transcription: UNKNOWN_TRANSCRIPTION,
    speechSince: null,
    soundSince: null,
    probes: NO_PROBES,
    rearmedAt: null,
    hasBackground: false,
    hasInterimWords: false,
    answeredUtterance: null,
    callerSignalAt: null,
    speeches: [],
    generation: null,
    preemptive: null,
    tools: NO_TOOLS,
    notes: '',
    lastBackchannel: null,
    outputPausedSince: null,
    languageInDoubt: null,
    muted: false,
    idlePromptsSpoken: 0,
    timeLimit: NEW_TIME_LIMIT,
    mailbox: NO_MAILBOX,
    consent: NO_CONSENT,
    stage,
    summary: NO_SUMMARY,
    handover: NO_HANDOVER,
    consecutiveFaults: 0,
    nextId: 1,
    wait: null,
    armed: null,
  };
}

/**
 * The policy of a call: maps a state and an input to the next state and the effects in order. After every step a timer
 * is armed, or the speech player reports the end of a speech. So no call waits forever.
 */
export function reduceConversation(
  before: Conversation,
  event: ConversationInput,
): { after: Conversation; effects: ConversationEffect[] } {
  const step = new ConversationStep(before, event.at);
  // After the end only the played text of speeches matters.
  if (before.phase !== 'ended' || SPEECH_END_EVENTS.has(event.type)) handle(step, event);
  followConsent(step);
  followHandover(step);
  followStages(step);
  keepTimeLimit(step);
  updatePreemptiveGeneration(step);
  armTimer(step, before);
  return { after: step.state, effects: step.effects };
}

function handle(step: ConversationStep, event: ConversationInput): void {
  switch (event.type) {
    case 'connected':
      return onConnected(step);
    case 'callerSpeechStarted':
      return onCallerSpeechStarted(step, event);
    case 'callerLevelChanged':
      return step.set({ level: event.level });
    case 'callerPaused':
      return onCallerPaused(step, event.on);
    case 'callerSpeechEnded':
      return onCallerSpeechEnded(step, event.silentAt);
    case 'transcriptReceived':
      return isMailboxByWords(step, event.text) ? undefined : onTranscript(step, event);
    case 'textReceived':
      return onCallerText(step, event);
    case 'digitCollection':
      return onDigitCollection(step, event.progress);
    case 'generationText':
      return onGenerationText(step, event);
    case 'toolCalled':
      return onToolCall(step, event);
    case 'toolAnswered':
      return onToolAnswered(step, event);
    case 'retrievalReported':
      return onRetrieval(step, event);
    case 'generationCompleted':
      return onGenerationCompleted(step, event.generation);
    case 'generationFailed':
      return onGenerationFailed(step, event.generation, event.message);
    case 'speechStarted':
      return onSpeechStarted(step, event.speech);
    case 'speechCompleted':
    case 'speechCancelled':
    case 'speechFailed':
      return onSpeechEnded(step, event.speech, endOf(event));
    case 'transcriptionFailed':
      return onTranscriptionFailed(step, event);
    case 'holdMessageDue':
      return onHoldMessageDue(step, event.message);
    case 'timerElapsed':
      return onTimerElapsed(step, event.timer);
    case 'disconnected':
      return onDisconnected(step, event.reason);
    default:
      return handleReport(step, event);
  }
}

/** How a speech ended. */
const endOf = (
  event: Extract<ConversationInput, { readonly type: 'speechCompleted' | 'speechCancelled' | 'speechFailed' }>,
): Parameters<typeof onSpeechEnded>[2] => ({
  playedText: event.playedText,
  interrupted: event.type === 'speechCancelled',
  ...(event.type === 'speechFailed' && { failure: event.message }),
});

/** Whether the caller is gone already, so that nothing is to be hung up. */
const hasLeft = (reason: EndReason): boolean => reason === 'caller_left' || reason === 'transferred';

function onDisconnected(step: ConversationStep, reason: EndReason): void {
  if (reason === 'caller_left' && step.state.mailbox.message !== null) step.hangUp('voicemail');
  else if (hasLeft(reason)) step.end(reason);
  else step.hangUp(reason);
}

function onConnected(step: ConversationStep): void {
  if (step.state.phase !== 'starting') return;
  step.set({ phase: 'open', timeLimit: { ...NEW_TIME_LIMIT, connectedAt: step.at } });
  step.emit({ type: 'connected' });
  if (step.state.settings.rejection !== undefined) return reject(step, step.state.settings.rejection);
  if (step.state.mailbox.isReported) return answerMailbox(step);
  beginWithConsent(step);
}

/** Says why the caller is not connected, then hangs up. */
function reject(step: ConversationStep, words: string): void {
  step.beginEnding('rejected');
  startSpeech(step, 'closing', words);
}

function onTranscriptionFailed(step: ConversationStep, event: { message: string; retryable: boolean }): void {
  step.emit({ type: 'stage_failed', stage: 'stt', message: event.message });
  const { phase, muted, caller } = step.state;
  // While the call ends, the caller's words do not matter.
  if (phase === 'ending') return;
  if (!event.retryable) return step.hangUp('failed');
  if (phase !== 'open' || muted || caller.status === 'none') return;
  // The words are lost: the turn starts again and the agent asks the caller to repeat.
  const activity = isSpeaking(caller) ? 'speaking' : 'silent';
  step.set({
    caller: { status: 'unconfirmed', activity, startedAt: caller.startedAt, silentAt: null, endedBy: caller.endedBy },
  });
  apologise(step, 'I am sorry, I did not catch that. Could you say it again?');
}

function onTimerElapsed(step: ConversationStep, timer: ConversationTimer): void {
  if (step.state.armed?.timer !== timer) return;
  step.set({ armed: null, ...(step.state.wait?.timer === timer && { wait: null }) });
  switch (timer) {
    case 'turn_end':
      return onTurnEndDue(step);
    case 'probe':
      return onProbeDue(step);
    case 'final_transcript':
      return onFinalTranscriptTimeout(step);
    case 'unconfirmed_speech':
    case 'false_interruption':
      return onFalseInterruption(step);
    case 'model_output':
      return onGenerationFailed(step, step.state.generation?.id ?? 0, 'The model did not answer in time');
    case 'tool_answer':
      return onToolTimeout(step);
    case 'first_audio':
      return step.cancelSpeeches();
    case 'consent_answer':
      return onConsentTimeout(step);
    case 'idle':
      return onIdleTimeout(step);
    case 'stage_silence':
      return onStageSilence(step);
    case 'no_activity':
      return step.hangUp('no_activity');
    case 'time_limit':
      return onTimeLimitDue(step);
    case 'mailbox_greeting':
    case 'last_words':
      return step.state.phase === 'ending' ? step.hangUp(step.state.ending) : undefined;
  }
}
