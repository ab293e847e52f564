import type { CallMetricsBody, LatencyBreakdown, TurnMetrics } from '../calls/call-metrics.ts';
import { recordLatency, NO_LATENCIES, type Latencies } from './latencies.ts';
import type { ConversationEvent } from './conversation-events.ts';
import { newTurnLog, recordTurn, type TurnLog } from './turn-metrics.ts';

/** Everything measured so far in one conversation. */
export interface Measurements {
  /** When the pipeline began to be set up, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly connectedAt: number | null;
  readonly turns: TurnLog;
  readonly latencies: Latencies;
}

/** Nothing measured yet, in a pipeline whose set-up starts now. */
export const newMeasurements = (startedAt: number): Measurements => ({
  startedAt,
  connectedAt: null,
  turns: newTurnLog(startedAt),
  latencies: NO_LATENCIES,
});

/** Takes one more event. Events come in the order they were noticed; each carries when it really happened. */
export function measure(before: Measurements, event: ConversationEvent): Measurements {
  return {
    startedAt: before.startedAt,
    connectedAt: event.type === 'connected' ? (before.connectedAt ?? event.at) : before.connectedAt,
    turns: recordTurn(before.turns, event),
    latencies: recordLatency(before.latencies, event),
  };
}

/** Whether the document of the call is the same by both. */
export const isReportedAlike = (one: Measurements, other: Measurements): boolean =>
  one.connectedAt === other.connectedAt &&
  one.turns.ended === other.turns.ended &&
  one.latencies.firstSpeechSecs === other.latencies.firstSpeechSecs &&
  one.latencies.userToBot === other.latencies.userToBot &&
  one.latencies.breakdowns === other.latencies.breakdowns;

/** The document of the whole call. Spec: CallMetricsBody. An average over nothing, and a speech that never was, are 0. */
export function metricsBody({ startedAt, connectedAt, turns, latencies }: Measurements): CallMetricsBody {
  const ended: readonly TurnMetrics[] = turns.ended;
  const { userToBot, breakdowns, firstSpeechSecs } = latencies;
  return {
    summary: {
      turn_count: ended.length,
      interrupted_turn_count: ended.filter((turn) => turn.was_interrupted).length,
      user_bot_latency_avg_secs: average(userToBot),
    },
    transport: { client_connected_secs: connectedAt === null ? 0 : (connectedAt - startedAt) / 1000 },
    turns: ended,
    latencies: {
      first_bot_speech_secs: firstSpeechSecs ?? 0,
      user_to_bot_secs: userToBot,
      breakdowns: breakdowns satisfies readonly LatencyBreakdown[],
    },
  };
}

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
