import type { Stage } from '../../parts/stages.ts';

/** A stretch of the wait for a reply. In seconds since the caller fell silent. */
export interface LatencyPart {
  readonly stage: Stage;
  readonly from: number;
  readonly secs: number;
}

/** How long the caller waited for one reply, and for what. */
export interface ReplyLatency {
  readonly number: number;
  readonly total: number;
  readonly parts: readonly LatencyPart[];
  /** What ended the caller's turn, and so was waited for. Null if the call does not tell. */
  readonly endedBy: string | null;
  /** When the caller fell silent, in milliseconds since the epoch. */
  readonly silentAt: number;
}

interface Latencies {
  readonly user_to_bot_secs: readonly number[];
  readonly breakdowns: readonly unknown[];
}

/** Latencies of all replies. Excludes the greeting and malformed entries. */
export function replyLatencies({ user_to_bot_secs: totals, breakdowns }: Latencies): readonly ReplyLatency[] {
  // Only replies with an anchor have a total, and both come in the same order.
  const anchored = breakdowns.filter(isRecord).filter((one) => isNumber(one['user_turn_start_time']));
  return anchored.flatMap((breakdown, at) => {
    const total = totals[at];
    if (total === undefined) return [];
    const silent = Number(breakdown['user_turn_start_time']);
    const { user_turn_ended_by: cause } = breakdown;
    const endedBy = typeof cause === 'string' ? cause : null;
    return [{ number: at + 1, total, endedBy, silentAt: silent * 1_000, parts: partsOf(breakdown, silent, total) }];
  });
}

/** The time that a reply spent on this, however often. */
export const secsOf = ({ parts }: ReplyLatency, stage: Stage): number =>
  parts.filter((part) => part.stage === stage).reduce((sum, { secs }) => sum + secs, 0);

function partsOf(breakdown: Record<string, unknown>, silent: number, total: number): LatencyPart[] {
  const released = breakdown['user_turn_secs'];
  const spans: LatencyPart[] = [
    ...(isNumber(released) ? [{ stage: 'stt' as const, from: 0, secs: released }] : []),
    ...spansOf(breakdown['ttfb'], silent, measuredStage),
    ...spansOf(breakdown['function_calls'], silent, () => 'tools'),
  ];
  return spans.map((span) => within(span, total)).filter(({ secs }) => secs > 0);
}

function spansOf(
  entries: unknown,
  silent: number,
  stageOf: (entry: Record<string, unknown>) => Stage | null,
): LatencyPart[] {
  if (!Array.isArray(entries)) return [];
  return entries.filter(isRecord).flatMap((entry) => {
    const { start_time: start, duration_secs: secs } = entry;
    const stage = stageOf(entry);
    return stage !== null && isNumber(start) && isNumber(secs) ? [{ stage, from: start - silent, secs }] : [];
  });
}

/** Speech is recognised while the caller still talks: what is left of that to wait for ends with the turn. */
function measuredStage({ stage }: Record<string, unknown>): Stage | null {
  return stage === 'llm' || stage === 'tts' ? stage : null;
}

/** As much of it as the caller waited for: a thought may begin before the caller has quite finished. */
function within({ stage, from, secs }: LatencyPart, total: number): LatencyPart {
  const start = Math.min(Math.max(0, from), total);
  return { stage, from: start, secs: Math.min(Math.max(0, from + secs), total) - start };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
