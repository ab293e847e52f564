import type { TurnMetrics } from '../calls/call-metrics.ts';
import type { ConversationEvent, EndReason } from './conversation-events.ts';

/**
 * The turns of a conversation: each starts with the caller, the first with the call, and ends with the agent's reply. So
 * the greeting is a turn, and three questions make four. A turn was interrupted when the caller spoke over the agent, or
 * when the caller hung up, or the agent was cut off, before it was over.
 */
export interface TurnLog {
  readonly ended: readonly TurnMetrics[];
  readonly active: { readonly number: number; readonly startedAt: number } | null;
  readonly agentSpeaking: boolean;
  /** When the agent last fell silent in the active turn; null before it spoke. */
  readonly agentStoppedAt: number | null;
}

/** A pause of the agent shorter than this does not end the turn: a slow synthesis resumes inside it. In milliseconds. */
const TURN_END_MS = 2_500;

/** The first turn belongs to the greeting and starts with the pipeline. */
export const newTurnLog = (startedAt: number): TurnLog => ({
  ended: [],
  active: { number: 1, startedAt },
  agentSpeaking: false,
  agentStoppedAt: null,
});

/** Takes one more event. The pause after the agent's words is looked at when somebody speaks next; no timer is needed. */
export function recordTurn(before: TurnLog, event: ConversationEvent): TurnLog {
  switch (event.type) {
    case 'caller_turn_started':
      return callerStarted(afterPause(before, event.at), event.at);
    case 'agent_speech_started':
      return agentStarted(afterPause(before, event.at), event.at);
    case 'agent_speech_ended':
      if (!before.agentSpeaking) return before;
      // A hold message fills the wait; the turn's reply is still to come.
      return { ...before, agentSpeaking: false, agentStoppedAt: event.kind === 'hold' ? null : event.at };
    case 'agent_speech_text':
      // A written answer is the turn's reply, complete as soon as it is there.
      return event.audio || before.agentSpeaking ? before : { ...before, agentStoppedAt: event.at };
    case 'ended':
      return ended(afterPause(before, event.at), event.at, event.reason);
    default:
      // The caller's start is dated back: what was noticed between it and its words must not end a turn before it.
      return before;
  }
}

function agentStarted(log: TurnLog, at: number): TurnLog {
  return { ...(log.active ? log : begin(log, at)), agentSpeaking: true, agentStoppedAt: null };
}

function ended(log: TurnLog, at: number, reason: EndReason): TurnLog {
  // A call that the agent ends after its words were played was not interrupted by anybody.
  return log.active ? end(log, at, reason === 'caller_left' || log.agentSpeaking) : log;
}

function callerStarted(log: TurnLog, at: number): TurnLog {
  if (!log.active) return begin(log, at);
  if (log.agentSpeaking) return begin(end(log, at, true), at);
  // The caller goes on before any reply: still the same turn.
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
