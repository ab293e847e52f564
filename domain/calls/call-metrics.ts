import type { UsageItem } from '../costs/usage.ts';
import type { WordsLook } from '../voice/words-look.ts';
import { requireWellFormed } from '../well-formed-json.ts';
import { isRecord } from '../unverified-json.ts';

/** Metrics of a call, as the runtime measured them. Spec: CallMetricsBody. Durations are in seconds. */
export interface CallMetricsBody {
  readonly summary: {
    readonly turn_count: number;
    readonly interrupted_turn_count: number;
    readonly user_bot_latency_avg_secs: number;
  };
  readonly transport: { readonly client_connected_secs: number };
  readonly turns: readonly TurnMetrics[];
  readonly latencies: {
    readonly first_bot_speech_secs: number;
    readonly user_to_bot_secs: readonly number[];
    readonly breakdowns: readonly unknown[];
  };
  /** The caller's pauses after words. Absent without any. */
  readonly pauses?: readonly CallerPause[];
  /** What the call used of its vendors. Recorded as its cost, not as a metric. */
  readonly vendor_usage?: readonly UsageItem[];
}

/** A silence of the caller after words, at least as long as the endpointing delay. */
export interface CallerPause {
  /** Language and look of the words before it. */
  readonly language: string;
  readonly look: WordsLook;
  readonly endpointing_ms: number;
  /** Its length, if the caller then continued. Null: the caller had finished. */
  readonly pause_ms: number | null;
}

export interface TurnMetrics {
  readonly turn_number: number;
  readonly duration_secs: number;
  readonly was_interrupted: boolean;
}

/** Stored document: the body with its call, its organisation and the time of recording. */
export interface CallMetrics extends Omit<CallMetricsBody, 'vendor_usage'> {
  readonly call_id: string;
  readonly org_id: string;
  /** As the log of the call has it. */
  readonly agent_version?: number | null;
  readonly recorded_at: string;
}

const STAGES = ['stt', 'llm', 'tts'] as const;
export type Stage = (typeof STAGES)[number];

/** Provider of one of the platform's processors, which are named after provider and stage, as in `deepgramSTT`. */
export const providerOf = (processor: string): string => processor.slice(0, -'STT'.length);

/** Time to first byte of one service in one turn. */
export interface StageLatency {
  readonly stage: Stage;
  readonly processor: string;
  readonly model: string | null;
  readonly start_time: number;
  readonly duration_secs: number;
}

/**
 * Latency breakdown of one reply. `user_turn_start_time` is when the caller went silent, `user_turn_secs` how long the
 * end of the turn was awaited, and `user_turn_ended_by` what for. All are null for the greeting.
 */
export interface LatencyBreakdown {
  readonly ttfb: readonly StageLatency[];
  readonly text_aggregation: {
    readonly processor: string;
    readonly start_time: number;
    readonly duration_secs: number;
  } | null;
  readonly user_turn_start_time: number | null;
  readonly user_turn_secs: number | null;
  /** An `EndOfTurnCause`. */
  readonly user_turn_ended_by: string | null;
  readonly function_calls: readonly {
    readonly function_name: string;
    readonly start_time: number;
    readonly duration_secs: number;
  }[];
}

export interface StageAverages {
  readonly avg_stt_secs: number | null;
  readonly avg_llm_secs: number | null;
  readonly avg_tts_secs: number | null;
  readonly avg_latency_secs: number | null;
}

/** Spec: response of GET, the stored document with the four averages in its summary. */
export type CallMetricsReport = CallMetrics & { readonly summary: StageAverages };

/** Document of one call with the specified fields of the body only. */
export function callMetrics(
  body: CallMetricsBody,
  { call_id, org_id, agent_version }: Pick<CallMetrics, 'call_id' | 'org_id' | 'agent_version'>,
  now: Date,
): CallMetrics {
  requireWellFormed(body.latencies.breakdowns, 'latencies.breakdowns');
  const version = agent_version === undefined ? {} : { agent_version };
  return { call_id, org_id, ...version, recorded_at: now.toISOString(), ...promisedPart(body) };
}

const promisedPart = (body: CallMetricsBody): Omit<CallMetricsBody, 'vendor_usage'> => ({
  summary: {
    turn_count: body.summary.turn_count,
    interrupted_turn_count: body.summary.interrupted_turn_count,
    user_bot_latency_avg_secs: body.summary.user_bot_latency_avg_secs,
  },
  transport: { client_connected_secs: body.transport.client_connected_secs },
  turns: body.turns.map(({ turn_number, duration_secs, was_interrupted }) => ({
    turn_number,
    duration_secs,
    was_interrupted,
  })),
  latencies: {
    first_bot_speech_secs: body.latencies.first_bot_speech_secs,
    user_to_bot_secs: body.latencies.user_to_bot_secs,
    breakdowns: body.latencies.breakdowns,
  },
  ...(body.pauses && {
    pauses: body.pauses.map(({ language, look, endpointing_ms, pause_ms }) => ({
      ...{ language, look, endpointing_ms, pause_ms },
    })),
  }),
});

/** The stored document with averages over its breakdowns. */
export const metricsReport = (metrics: CallMetrics): CallMetricsReport => ({
  ...metrics,
  summary: { ...metrics.summary, ...stageAverages(metrics.latencies.breakdowns) },
});

/**
 * The four averages. Breakdowns without an anchor are ignored, each entry counts once, values are not rounded,
 * malformed entries are skipped.
 */
export function stageAverages(breakdowns: readonly unknown[]): StageAverages {
  const entries = breakdowns.filter(isAnchored).flatMap(({ ttfb }): unknown[] => (Array.isArray(ttfb) ? ttfb : []));
  const average = (stage: Stage): number | null => {
    const durations = entries.filter((entry) => stageOf(entry) === stage).flatMap(durationOf);
    return durations.length === 0 ? null : durations.reduce((sum, each) => sum + each, 0) / durations.length;
  };
  const [stt, llm, tts] = [average('stt'), average('llm'), average('tts')];
  // spec: call metrics - STT is left out of avg_latency_secs
  const latency = llm === null && tts === null ? null : (llm ?? 0) + (tts ?? 0);
  return { avg_stt_secs: stt, avg_llm_secs: llm, avg_tts_secs: tts, avg_latency_secs: latency };
}

const isAnchored = (breakdown: unknown): breakdown is { ttfb: unknown } =>
  isRecord(breakdown) && Number.isFinite(breakdown['user_turn_start_time']);

/**
 * Stage suffix of a processor name: `deepgramSTT`, or `ElevenLabsTTSService#1` in Pipecat. Only the end counts, because
 * a vendor's name may contain another stage ("ElevenLabsTTS" contains "STT").
 */
const STAGE_SUFFIX = /(STT|TTS|LLM)(?:SERVICE)?(?:#\d+)?$/i;

/** Explicit stage of an entry, else the one its processor's name ends with. */
function stageOf(entry: unknown): Stage | null {
  if (!isRecord(entry)) return null;
  const { stage, processor } = entry;
  const suffix = typeof processor === 'string' ? STAGE_SUFFIX.exec(processor)?.[1] : undefined;
  return STAGES.find((known) => known === stage) ?? STAGES.find((known) => known === suffix?.toLowerCase()) ?? null;
}

function durationOf(entry: unknown): number[] {
  const duration = isRecord(entry) ? entry['duration_secs'] : undefined;
  return typeof duration === 'number' && Number.isFinite(duration) ? [duration] : [];
}
