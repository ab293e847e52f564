import type { CallMetricsBody, LatencyBreakdown, TurnMetrics } from '../calls/call-metrics.ts';
import { recordLatency, NO_LATENCIES, type Latencies } from './latencies.ts';
import type { ConversationEvent } from './conversation-events.ts';
import { NO_PAUSES, recordPause, type PauseLog } from './caller-pauses.ts';
import { newTurnLog, recordTurn, type TurnLog } from './turn-metrics.ts';

/** Measurements of one conversation so far. */
export interface Measurements {
  /** When the setup of the call started, in ms since the Unix epoch. */
  readonly startedAt: number;
  readonly connectedAt: number | null;
  readonly turns: TurnLog;
  readonly latencies: Latencies;
  readonly pauses: PauseLog;
}

/** Measurements of a call whose setup starts at `startedAt`. */
export const newMeasurements = (startedAt: number): Measurements => ({
  startedAt,
  connectedAt: null,
  turns: newTurnLog(startedAt),
  latencies: NO_LATENCIES,
  pauses: NO_PAUSES,
});

/** Takes one more event. Events arrive in order of detection and carry the time they really happened. */
export function measure(before: Measurements, event: ConversationEvent): Measurements {
  return {
    startedAt: before.startedAt,
    connectedAt: event.type === 'connected' ? (before.connectedAt ?? event.at) : before.connectedAt,
    turns: recordTurn(before.turns, event),
    latencies: recordLatency(before.latencies, event),
    pauses: recordPause(before.pauses, event),
  };
}

/** Whether both yield the same metrics document. */
export const isReportedAlike = (one: Measurements, other: Measurements): boolean =>
  one.connectedAt === other.connectedAt &&
  one.turns.ended === other.turns.ended &&
  one.latencies.firstSpeechSecs === other.latencies.firstSpeechSecs &&
  one.latencies.userToBot === other.latencies.userToBot &&
  one.latencies.breakdowns === other.latencies.breakdowns;

/** The metrics document of the call. Spec: CallMetricsBody. Values without measurements are 0. */
export function metricsBody({ startedAt, connectedAt, turns, latencies, pauses }: Measurements): CallMetricsBody {
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
    ...(pauses.ended.length > 0 && { pauses: pauses.ended }),
  };
}

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
