import type { TurnMetrics } from '../calls/call-metrics.ts';
import type { ConversationEvent } from './observations.ts';

/** The turns of a conversation: each starts with the caller (the first with the call) and ends with the agent's reply. */
export interface Turns {
  readonly ended: readonly TurnMetrics[];
  readonly active: { readonly number: number; readonly startedAt: number } | null;
  readonly agentSpeaking: boolean;
  /** When the agent last fell silent in the active turn; null before it spoke. */
  readonly agentStoppedAt: number | null;
}

/** A pause of the agent shorter than this does not end the turn: a slow synthesis resumes inside it. In milliseconds. */
const TURN_END_MS = 2_500;

/** The first turn belongs to the greeting and starts with the pipeline. */
export const newTurns = (startedAt: number): Turns => ({
  ended: [],
  active: { number: 1, startedAt },
  agentSpeaking: false,
  agentStoppedAt: null,
});

/** Takes one more event. The pause after the agent's words is looked at when the next event comes; no timer is needed. */
export function turnsOf(before: Turns, event: ConversationEvent): Turns {
  const turns = afterPause(before, event.at);
  switch (event.type) {
    case 'caller_started':
      return callerStarted(turns, event.at);
    case 'agent_started':
      return { ...(turns.active ? turns : begin(turns, event.at)), agentSpeaking: true, agentStoppedAt: null };
    case 'agent_stopped':
      return turns.agentSpeaking ? { ...turns, agentSpeaking: false, agentStoppedAt: event.at } : turns;
    case 'ended':
      // A call that the agent ends after its words were played was not interrupted by anybody.
      return turns.active ? end(turns, event.at, event.reason === 'caller_left' || turns.agentSpeaking) : turns;
    default:
      return turns;
  }
}

function callerStarted(turns: Turns, at: number): Turns {
  if (!turns.active) return begin(turns, at);
  if (turns.agentSpeaking) return begin(end(turns, at, true), at);
  // The caller goes on before any reply: still the same turn.
  return turns.agentStoppedAt === null ? turns : begin(end(turns, at, false), at);
}

function afterPause(turns: Turns, at: number): Turns {
  const { active, agentSpeaking, agentStoppedAt } = turns;
  const isOver = active && !agentSpeaking && agentStoppedAt !== null && at - agentStoppedAt >= TURN_END_MS;
  return isOver ? end(turns, agentStoppedAt, false) : turns;
}

const begin = (turns: Turns, at: number): Turns => ({
  ...turns,
  active: { number: turns.ended.length + 1, startedAt: at },
  agentSpeaking: false,
  agentStoppedAt: null,
});

function end(turns: Turns, at: number, interrupted: boolean): Turns {
  if (!turns.active) return turns;
  const { number, startedAt } = turns.active;
  const turn = { turn_number: number, duration_secs: Math.max(0, at - startedAt) / 1000, was_interrupted: interrupted };
  return { ended: [...turns.ended, turn], active: null, agentSpeaking: false, agentStoppedAt: null };
}
