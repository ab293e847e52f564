import { deadlineOf, settleDeadline } from './deadlines.ts';
import { Draft } from './draft.ts';
import { settleForesight } from './foresight.ts';
import {
  callerPaused,
  callerSounded,
  callerStopped,
  callerTyped,
  heard,
  transcriptOverdue,
  turnOverdue,
} from './hearing.ts';
import { holdDue, idleElapsed } from './idle.ts';
import {
  fault,
  lookedUp,
  openSpeech,
  speechEnded,
  speechStarted,
  thinkingFailed,
  thinkingOver,
  thought,
  toolCalled,
} from './speaking.ts';
import {
  SILENT_CALLER,
  type Conversation,
  type ConversationSettings,
  type Effect,
  type Timer,
  type VoiceEvent,
} from './state.ts';

/** The events that tell what was heard of a speech that is over. */
const ACCOUNTS: ReadonlySet<VoiceEvent['type']> = new Set(['speechSpoken', 'speechDropped', 'speechFailed']);

/** A conversation that nobody has joined yet. */
export function newConversation(settings: ConversationSettings): Conversation {
  const system =
    settings.systemPrompt.trim() === '' ? [] : [{ role: 'system', content: settings.systemPrompt } as const];
  return {
    settings,
    phase: 'starting',
    messages: system,
    caller: SILENT_CALLER,
    speeches: [],
    thinking: null,
    foreseen: null,
    notes: '',
    murmur: null,
    heldSince: null,
    muted: false,
    promptsSpoken: 0,
    faults: 0,
    ending: null,
    nextId: 1,
    moves: 0,
    armed: null,
  };
}

/**
 * The whole policy of a call: takes what happened, answers the new state and what is to be done, in order. After every
 * step somebody owes the next move: the caller with an armed timer, the model with a deadline, or the agent's voice.
 */
export function converse(before: Conversation, event: VoiceEvent): { after: Conversation; effects: Effect[] } {
  const draft = new Draft(before, event.at);
  // After the end only the accounts of speeches still count.
  if (before.phase !== 'ended' || ACCOUNTS.has(event.type)) handle(draft, event);
  settleForesight(draft);
  settleDeadline(draft, deadlineOf(draft.state, event.at));
  return { after: draft.state, effects: draft.effects };
}

function handle(draft: Draft, event: VoiceEvent): void {
  switch (event.type) {
    case 'connected':
      return connected(draft);
    case 'callerSpeechStarted':
      return callerSounded(draft);
    case 'callerPaused':
      return callerPaused(draft, event.on);
    case 'callerSpeechEnded':
      return callerStopped(draft, event.silentAt);
    case 'heard':
      return heard(draft, event);
    case 'typed':
      return callerTyped(draft, event);
    case 'thought':
      return thought(draft, event);
    case 'toolCalled':
      return toolCalled(draft, event);
    case 'lookedUp':
      return lookedUp(draft, event);
    case 'thinkingDone':
      return thinkingOver(draft, event.thinking);
    case 'thinkingFailed':
      return thinkingFailed(draft, event.thinking, event.message);
    case 'speechStarted':
      return speechStarted(draft, event.speech);
    case 'speechSpoken':
      return speechEnded(draft, event.speech, { heard: event.heard, interrupted: false });
    case 'speechDropped':
      return speechEnded(draft, event.speech, { heard: event.heard, interrupted: true });
    case 'speechFailed':
      return speechEnded(draft, event.speech, { heard: event.heard, interrupted: false, failure: event.message });
    case 'hearingFailed':
      return hearingFailed(draft, event);
    case 'holdDue':
      return holdDue(draft, event.message);
    case 'timerElapsed':
      return timerElapsed(draft, event.timer);
    case 'disconnected':
      return event.reason === 'caller_left' ? draft.end(event.reason) : draft.hangUp(event.reason);
  }
}

function connected(draft: Draft): void {
  if (draft.state.phase !== 'starting') return;
  draft.set({ phase: 'open' });
  draft.tell({ type: 'connected' });
  if (draft.state.settings.ignoreUntilGreeted) draft.mute(true);
  openSpeech(draft, 'greeting', draft.state.settings.greeting);
}

function hearingFailed(draft: Draft, event: { message: string; retryable: boolean }): void {
  draft.tell({ type: 'failed', stage: 'stt', message: event.message });
  const { phase, muted, caller } = draft.state;
  // A goodbye needs no ear.
  if (phase === 'ending') return;
  if (!event.retryable) return draft.hangUp('failed');
  if (phase !== 'open' || muted || caller.startedAt === null) return;
  // The words are lost: what was taken for the caller's turn is void, and the caller is asked to repeat.
  draft.set({ caller: { ...SILENT_CALLER, talking: caller.talking, startedAt: caller.startedAt } });
  fault(draft, 'I am sorry, I did not catch that. Could you say it again?');
}

function timerElapsed(draft: Draft, timer: Timer): void {
  if (draft.state.armed?.timer !== timer) return;
  draft.set({ armed: null });
  switch (timer) {
    case 'final':
      return transcriptOverdue(draft);
    case 'turn':
      return turnOverdue(draft);
    // Sound without words is noise: the agent goes on in spite of it.
    case 'monologue':
    case 'resume':
      return draft.resume();
    case 'first_word':
      return thinkingFailed(draft, draft.state.thinking?.id ?? 0, 'The model did not answer in time');
    case 'speech':
      return draft.dropSpeeches();
    case 'idle':
      return idleElapsed(draft);
    case 'no_activity':
      return draft.hangUp('no_activity');
    case 'goodbye':
      return draft.hangUp(draft.state.ending ?? 'agent_ended');
  }
}
