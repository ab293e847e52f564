import type { LatencyBreakdown, StageLatency } from '../calls/call-metrics.ts';
import type { ConversationEvent, EndOfTurnCause } from './conversation-events.ts';

/** The latency of each reply and its breakdown. */
export interface Latencies {
  readonly connectedAt: number | null;
  readonly firstSpeechSecs: number | null;
  readonly userToBot: readonly number[];
  readonly breakdowns: readonly LatencyBreakdown[];
  readonly open: OpenMeasurement;
}

/** Measurements for the next reply. Times in ms, durations in seconds. */
interface OpenMeasurement {
  readonly silenceAt: number | null;
  readonly releasedSecs: number | null;
  readonly endedBy: EndOfTurnCause | null;
  readonly ttfb: readonly StageLatency[];
  readonly aggregation: LatencyBreakdown['text_aggregation'];
  readonly toolsRunning: Readonly<Record<string, { readonly name: string; readonly at: number }>>;
  readonly tools: LatencyBreakdown['function_calls'];
}

const NOTHING: OpenMeasurement = {
  silenceAt: null,
  releasedSecs: null,
  endedBy: null,
  ttfb: [],
  aggregation: null,
  toolsRunning: {},
  tools: [],
};

export const NO_LATENCIES: Latencies = {
  connectedAt: null,
  firstSpeechSecs: null,
  userToBot: [],
  breakdowns: [],
  open: NOTHING,
};

/** Takes one more event. `LatencyBreakdown` documents the fields. */
export function recordLatency(before: Latencies, event: ConversationEvent): Latencies {
  const { open } = before;
  const collect = (more: Partial<OpenMeasurement>): Latencies => ({ ...before, open: { ...open, ...more } });
  switch (event.type) {
    case 'connected':
      return { ...before, connectedAt: before.connectedAt ?? event.at };
    case 'caller_turn_started':
      return { ...before, open: NOTHING };
    case 'caller_speech_ended':
      return collect({ silenceAt: event.silence_at });
    case 'turn_ended':
      return open.silenceAt === null
        ? before
        : collect({ releasedSecs: secs(open.silenceAt, event.at), endedBy: event.ended_by });
    case 'stage_first_output':
      return isOpen(before) && event.at > event.started_at
        ? collect({ ttfb: [...open.ttfb, stageEntry(event)] })
        : before;
    case 'first_segment_ready':
      return isOpen(before) && !open.aggregation ? collect({ aggregation: aggregation(event) }) : before;
    case 'tool_started':
      return collect({ toolsRunning: { ...open.toolsRunning, [event.id]: { name: event.name, at: event.at } } });
    case 'tool_done':
      return collect({ tools: [...open.tools, ...finished(open, event)] });
    case 'agent_speech_text':
      // A reply as text has no first audio. Its measurements must not count for the next spoken reply.
      return event.audio ? before : { ...before, open: NOTHING };
    case 'agent_speech_started':
      // A hold message is not the reply, and its TTS is not the reply's.
      return event.kind === 'hold'
        ? collect({ ttfb: open.ttfb.filter(({ stage }) => stage !== 'tts') })
        : agentStarted(before, event.at);
    default:
      return before;
  }
}

/** Whether the reply or the greeting is still to come. */
const isOpen = ({ open, connectedAt, firstSpeechSecs }: Latencies): boolean =>
  open.silenceAt !== null || (connectedAt !== null && firstSpeechSecs === null);

function agentStarted(before: Latencies, at: number): Latencies {
  const { open, connectedAt, firstSpeechSecs } = before;
  const isFirst = connectedAt !== null && firstSpeechSecs === null;
  if (!isFirst && open.silenceAt === null) return before;
  return {
    connectedAt,
    firstSpeechSecs: isFirst ? secs(connectedAt, at) : firstSpeechSecs,
    userToBot: open.silenceAt === null ? before.userToBot : [...before.userToBot, secs(open.silenceAt, at)],
    breakdowns: [...before.breakdowns, breakdown(open)],
    open: NOTHING,
  };
}

const breakdown = (open: OpenMeasurement): LatencyBreakdown => ({
  ttfb: open.ttfb,
  text_aggregation: open.aggregation,
  user_turn_start_time: open.silenceAt === null ? null : open.silenceAt / 1000,
  user_turn_secs: open.releasedSecs,
  user_turn_ended_by: open.endedBy,
  function_calls: open.tools,
});

const stageEntry = (event: Extract<ConversationEvent, { type: 'stage_first_output' }>): StageLatency => ({
  stage: event.stage,
  processor: event.processor,
  model: event.model,
  start_time: event.started_at / 1000,
  duration_secs: secs(event.started_at, event.at),
});

const aggregation = (event: { at: number; started_at: number }): LatencyBreakdown['text_aggregation'] => ({
  processor: 'SentenceAggregator',
  start_time: event.started_at / 1000,
  duration_secs: secs(event.started_at, event.at),
});

function finished(open: OpenMeasurement, event: { id: string; at: number }): LatencyBreakdown['function_calls'] {
  const running = open.toolsRunning[event.id];
  if (!running) return [];
  return [{ function_name: running.name, start_time: running.at / 1000, duration_secs: secs(running.at, event.at) }];
}

const secs = (from: number, to: number): number => Math.max(0, to - from) / 1000;
