import type { CallMetricsBody, LatencyBreakdown, Stage } from '../../../domain/calls/call-metrics.ts';
import { measure, metricsBody, newMeasurements } from '../../../domain/voice/measurements.ts';
import type {
  ConversationEvent,
  EndReason,
  ConversationEventBody,
  SpeechKind,
} from '../../../domain/voice/conversation-events.ts';

// The golden vectors were taken from the observers of another pipeline: seconds since its set-up began.
export const ms = (seconds: number): number => Math.round(seconds * 1000);
export const event = (at: number, body: ConversationEventBody): ConversationEvent => ({ ...body, at: ms(at) });

export const connects = (at: number) => event(at, { type: 'connected' });
export const callerStarts = (at: number) => event(at, { type: 'caller_turn_started' });
export const callerStops = (at: number, silence: number) =>
  event(at, { type: 'caller_speech_ended', silence_at: ms(silence) });
export const released = (at: number) =>
  event(at, { type: 'turn_ended', text: 'Hello', started_at: 0, ended_by: 'silence' });
export const took = (stage: Stage, seconds: number, at: number) =>
  event(at, { type: 'stage_first_output', stage, processor: stage, model: null, started_at: ms(at - seconds) });
export const agentStarts = (at: number, kind: SpeechKind = 'reply') =>
  event(at, { type: 'agent_speech_started', speech: 1, kind });
export const agentStops = (at: number, kind: SpeechKind = 'reply') =>
  event(at, { type: 'agent_speech_ended', speech: 1, kind, started_at: 0, played_text: 'Hi', interrupted: false });
export const tool = (name: string, from: number, to: number) => [
  event(from, { type: 'tool_started', id: 't1', name }),
  event(to, { type: 'tool_done', id: 't1', name }),
];
export const ends = (at: number, reason: EndReason = 'caller_left') => event(at, { type: 'ended', reason });

/** Connected at 0.5, greeting synthesised in 0.25 and heard from 0.9 on. */
export const GREETED = [connects(0.5), took('tts', 0.25, 0.8), agentStarts(0.9, 'greeting')];

export const measured = (...events: ConversationEvent[]): CallMetricsBody =>
  metricsBody(events.reduce(measure, newMeasurements(0)));

export const turnsOf = (body: CallMetricsBody) =>
  body.turns.map(({ turn_number, duration_secs, was_interrupted }) => [turn_number, duration_secs, was_interrupted]);

/** One line per breakdown: its anchor, the wait for the release, and what each stage took. */
export const breakdownsOf = (body: CallMetricsBody) =>
  (body.latencies.breakdowns as LatencyBreakdown[]).map((each) => ({
    anchor: each.user_turn_start_time,
    turn: each.user_turn_secs === null ? null : `${each.user_turn_ended_by} ${each.user_turn_secs}`,
    stages: each.ttfb.map(({ stage, duration_secs }) => `${stage} ${duration_secs}`).join(' '),
    tools: each.function_calls.map(({ function_name, duration_secs }) => `${function_name} ${duration_secs}`).join(' '),
  }));

export const GREETING = { anchor: null, turn: null, stages: 'tts 0.25', tools: '' };
