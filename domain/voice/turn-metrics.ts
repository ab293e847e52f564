import type { TurnMetrics } from '../calls/call-metrics.ts';
import type { ConversationEvent, EndReason } from './conversation-events.ts';

/**
 * The turns of a conversation. The first starts with the call, each further one with the caller, and each ends with the
 * agent's reply. So the greeting and three questions make four turns. A turn counts as interrupted if the caller spoke
 * over the agent, or if the caller hung up or the agent was cut off before it ended.
 */
export interface TurnLog {
  readonly ended: readonly TurnMetrics[];
  readonly active: { readonly number: number; readonly startedAt: number } | null;
  readonly agentSpeaking: boolean;
  /** When the agent last stopped speaking in the active turn. Null before it spoke. */
  readonly agentStoppedAt: number | null;
}

/** Pause of the agent that ends its turn, in ms. Slow synthesis may pause for less. */
const TURN_END_MS = 2_500;

/** The first turn is the greeting's and starts with the setup of the call. */
export const newTurnLog = (startedAt: number): TurnLog => ({
  ended: [],
  active: { number: 1, startedAt },
  agentSpeaking: false,
  agentStoppedAt: null,
});

/** Takes one more event. The pause after agent speech is checked at the next event, so no timer is needed. */
export function recordTurn(before: TurnLog, event: ConversationEvent): TurnLog {
  switch (event.type) {
    case 'caller_turn_started':
      return callerStarted(afterPause(before, event.at), event.at);
    case 'agent_speech_started':
      return agentStarted(afterPause(before, event.at), event.at);
    case 'agent_speech_ended':
      if (!before.agentSpeaking) return before;
      // The reply of the turn follows the hold message.
      return { ...before, agentSpeaking: false, agentStoppedAt: event.kind === 'hold' ? null : event.at };
    case 'agent_speech_text':
      // A reply as text is complete at once.
      return event.audio || before.agentSpeaking ? before : { ...before, agentStoppedAt: event.at };
    case 'ended':
      return ended(afterPause(before, event.at), event.at, event.reason);
    default:
      // `caller_turn_started` is dated back: an event between it and its words must not end a turn before it.
      return before;
  }
}

function agentStarted(log: TurnLog, at: number): TurnLog {
  return { ...(log.active ? log : begin(log, at)), agentSpeaking: true, agentStoppedAt: null };
}

function ended(log: TurnLog, at: number, reason: EndReason): TurnLog {
  // A call that the agent ends after playout was not interrupted.
  return log.active ? end(log, at, reason === 'caller_left' || log.agentSpeaking) : log;
}

function callerStarted(log: TurnLog, at: number): TurnLog {
  if (!log.active) return begin(log, at);
  if (log.agentSpeaking) return begin(end(log, at, true), at);
  // The caller continues before any reply: still the same turn.
  return log.agentStoppedAt === null ? log : begin(end(log, at, false), at);
}

function afterPause(log: TurnLog, at: number): TurnLog {
  const { active, agentSpeaking, agentStoppedAt } = log;
  const isOver = active && !agentSpeaking && agentStoppedAt !== null && at - agentStoppedAt >= TURN_END_MS;
  return isOver ? end(log, agentStoppedAt, false) : log;
}

const begin = (log: TurnLog, at: number): TurnLog => ({
  ...log,
  active: { number: log.ended.length + 1, startedAt: at },
  agentSpeaking: false,
  agentStoppedAt: null,
});

function end(log: TurnLog, at: number, interrupted: boolean): TurnLog {
  if (!log.active) return log;
  const { number, startedAt } = log.active;
  const turn = { turn_number: number, duration_secs: Math.max(0, at - startedAt) / 1000, was_interrupted: interrupted };
  return { ended: [...log.ended, turn], active: null, agentSpeaking: false, agentStoppedAt: null };
}
