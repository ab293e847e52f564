export type PartKind = 'endpointing' | 'llm' | 'tools' | 'tts';

/** A stretch of the wait for a reply. In seconds since the caller fell silent. */
export interface LatencyPart {
  readonly kind: PartKind;
  readonly from: number;
  readonly secs: number;
}

/** How long the caller waited for one reply, and for what. */
export interface TurnLatency {
  readonly turn: number;
  readonly total: number;
  readonly parts: readonly LatencyPart[];
  /** When the caller fell silent, in milliseconds since the epoch. */
  readonly silentAt: number;
}

interface Latencies {
  readonly user_to_bot_secs: readonly number[];
  readonly breakdowns: readonly unknown[];
}

/** Every reply that the caller waited for. The greeting, which nobody waits for, is left out, and so is what is malformed. */
export function turnLatencies({ user_to_bot_secs: totals, breakdowns }: Latencies): readonly TurnLatency[] {
  // Only replies with an anchor have a total, and both come in the same order.
  const anchored = breakdowns.filter(isRecord).filter((one) => isNumber(one['user_turn_start_time']));
  return anchored.flatMap((breakdown, at) => {
    const total = totals[at];
    if (total === undefined) return [];
    const silent = Number(breakdown['user_turn_start_time']);
    return [{ turn: at + 1, total, silentAt: silent * 1_000, parts: partsOf(breakdown, silent, total) }];
  });
}

/** The time that a turn spent on this, however often. */
export const secsOf = ({ parts }: TurnLatency, kind: PartKind): number =>
  parts.filter((part) => part.kind === kind).reduce((sum, { secs }) => sum + secs, 0);

function partsOf(breakdown: Record<string, unknown>, silent: number, total: number): LatencyPart[] {
  const released = breakdown['user_turn_secs'];
  const spans: LatencyPart[] = [
    ...(isNumber(released) ? [{ kind: 'endpointing' as const, from: 0, secs: released }] : []),
    ...spansOf(breakdown['ttfb'], silent, kindOf),
    ...spansOf(breakdown['function_calls'], silent, () => 'tools'),
  ];
  return spans.map((span) => within(span, total)).filter(({ secs }) => secs > 0);
}

function spansOf(
  entries: unknown,
  silent: number,
  kind: (entry: Record<string, unknown>) => PartKind | null,
): LatencyPart[] {
  if (!Array.isArray(entries)) return [];
  return entries.filter(isRecord).flatMap((entry) => {
    const { start_time: start, duration_secs: secs } = entry;
    const of = kind(entry);
    return of !== null && isNumber(start) && isNumber(secs) ? [{ kind: of, from: start - silent, secs }] : [];
  });
}

/** Speech is recognised while the caller still talks: what is left of that to wait for is in the endpointing. */
function kindOf({ stage }: Record<string, unknown>): PartKind | null {
  return stage === 'llm' || stage === 'tts' ? stage : null;
}

/** As much of it as the caller waited for: a thought may begin before the caller has quite finished. */
function within({ kind, from, secs }: LatencyPart, total: number): LatencyPart {
  const start = Math.min(Math.max(0, from), total);
  return { kind, from: start, secs: Math.min(Math.max(0, from + secs), total) - start };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
