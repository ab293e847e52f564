import { isLive } from '../calls/call-log.ts';
import {
  interruptedShare,
  isConversation,
  isEarlyHangUp,
  isFailed,
  isUnsuccessful,
  replySeconds,
  type MeasuredCall,
} from '../calls/call-facts.ts';
import type { ComparedCalls } from './canary-evidence.ts';

/** What calls of two versions are compared by: the share of early hang-ups, of failed calls, and so on. */
export const CANARY_MEASURES = ['early_hang_up', 'failed', 'unsuccessful', 'interrupted', 'slow'] as const;
export type CanaryMeasure = (typeof CANARY_MEASURES)[number];

/**
 * The probability of a false alarm by each measure. Together they are 5 %: whatever depends on whatever, the probability of
 * one of several events is at most the sum of theirs.
 */
export const FALSE_ALARMS: Readonly<Record<CanaryMeasure, number>> = {
  early_hang_up: 0.02,
  failed: 0.01,
  unsuccessful: 0.01,
  interrupted: 0.005,
  slow: 0.005,
};

/** Calls from which the limit of a measured value is taken. They are not counted. */
export const CALIBRATION_CALLS = 40;

/** What was counted by one measure. */
export interface MeasureCount extends ComparedCalls {
  /** Calls registered before this time have been counted, or left out. */
  readonly counted_until: string;
  /** Values above it count. Of interrupted and slow calls only; null until enough calls were measured. */
  readonly limit?: number | null;
  /** The values measured so far, until there are enough. */
  readonly sample?: readonly number[];
}

export type CanaryCounts = Readonly<Record<CanaryMeasure, MeasureCount>>;

const NONE = { count: 0, of: 0 };

/** The counts of a canary that starts now. */
export function firstCounts(now: Date): CanaryCounts {
  const first: MeasureCount = { canary: NONE, published: NONE, counted_until: now.toISOString() };
  const measured: MeasureCount = { ...first, limit: null, sample: [] };
  return { early_hang_up: first, failed: first, unsuccessful: first, interrupted: measured, slow: measured };
}

/** A call of a canary, which ran the new version or the published one. */
export interface AssignedCall extends MeasuredCall {
  readonly isOfCanary: boolean;
}

/** What one call is by one measure: whether it counts, its value, or that it says nothing. `pending`: it is not known yet. */
type Verdict = boolean | number | null | 'pending';

/** How long a call is awaited from its registration, and what comes after its end from there, in ms. */
const AWAITED_MS = { live: 30 * 60_000, reason: 2 * 60_000, metrics: 15 * 60_000, analysis: 60 * 60_000 };
/** How long after the time for an early hang-up one may still be reported, in ms. */
const REPORTED_LATE_MS = 60_000;

interface Rules {
  readonly earlySeconds: number;
  readonly now: Date;
}

const verdicts: Readonly<Record<CanaryMeasure, (measured: AssignedCall, rules: Rules) => Verdict>> = {
  early_hang_up({ call }, { earlySeconds, now }) {
    const { status, start_time_utc: start } = call;
    if (isLive(status) && start !== null && isPast(start, earlySeconds * 1000 + REPORTED_LATE_MS, now)) return false;
    return ofEnded(call, now, () => isEarlyHangUp(call, earlySeconds));
  },
  failed: ({ call }, { now }) => ofEnded(call, now, () => isFailed(call)),
  unsuccessful: ({ call, analysis }, { now }) =>
    ofEnded(call, now, () => {
      const isAwaited = analysis ? analysis.status === 'pending' : !isPast(endOf(call), AWAITED_MS.metrics, now);
      return isAwaited && !isPast(endOf(call), AWAITED_MS.analysis, now) ? 'pending' : isUnsuccessful(analysis);
    }),
  interrupted: (measured, { now }) => ofMeasured(measured, now, interruptedShare),
  slow: (measured, { now }) => ofMeasured(measured, now, replySeconds),
};

function ofEnded(call: MeasuredCall['call'], now: Date, verdict: () => Verdict): Verdict {
  if (isLive(call.status)) return isPast(call.created_at, AWAITED_MS.live, now) ? null : 'pending';
  if (!isConversation(call)) return null;
  // The carrier may report the end of a call before its runtime reports why.
  if (call.end_reason === undefined && !isPast(endOf(call), AWAITED_MS.reason, now)) return 'pending';
  return verdict();
}

const ofMeasured = (
  { call, metrics }: AssignedCall,
  now: Date,
  valueOf: (metrics: MeasuredCall['metrics']) => number | null,
): Verdict =>
  ofEnded(call, now, () =>
    metrics === null && !isPast(endOf(call), AWAITED_MS.metrics, now) ? 'pending' : valueOf(metrics),
  );

const endOf = ({ end_time_utc, created_at }: MeasuredCall['call']): string => end_time_utc ?? created_at;

const isPast = (time: string, ms: number, now: Date): boolean => Date.parse(time) + ms <= now.getTime();

/**
 * The count with further calls, each once and in the order of registration. It stops at the first pending call. Counting
 * calls as they end would be biased: a version with longer calls would be counted later than the other one.
 */
export function withCalls(
  measure: CanaryMeasure,
  count: MeasureCount,
  calls: readonly AssignedCall[],
  rules: Rules,
): MeasureCount {
  let after = count;
  for (const sameTime of byTime(calls)) {
    const { created_at } = sameTime[0]!.call;
    if (created_at < count.counted_until) continue;
    const known = sameTime.map((call) => [call, verdicts[measure](call, rules)] as const);
    if (known.some(([, verdict]) => verdict === 'pending')) break;
    for (const [{ isOfCanary }, verdict] of known) after = withVerdict(after, isOfCanary, verdict as FinalVerdict);
    after = { ...after, counted_until: justAfter(created_at) };
  }
  return after;
}

type FinalVerdict = Exclude<Verdict, 'pending'>;

const justAfter = (time: string): string => new Date(Date.parse(time) + 1).toISOString();

/** Calls that were registered in the same millisecond are counted together, so that a time tells which are counted. */
function byTime(calls: readonly AssignedCall[]): AssignedCall[][] {
  const groups: AssignedCall[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last && last[0]!.call.created_at === call.call.created_at) last.push(call);
    else groups.push([call]);
  }
  return groups;
}

function withVerdict(count: MeasureCount, isOfCanary: boolean, verdict: FinalVerdict): MeasureCount {
  if (verdict === null) return count;
  if (typeof verdict === 'boolean') return counted(count, isOfCanary, verdict);
  const { limit = null, sample = [] } = count;
  if (limit !== null) return counted(count, isOfCanary, verdict > limit);
  const values = [...sample, verdict];
  if (values.length < CALIBRATION_CALLS) return { ...count, sample: values };
  const sorted = values.toSorted((a, b) => a - b);
  return { ...count, limit: sorted[CALIBRATION_CALLS / 2 - 1]!, sample: [] };
}

function counted(count: MeasureCount, isOfCanary: boolean, isCounted: boolean): MeasureCount {
  const version = isOfCanary ? 'canary' : 'published';
  const before = count[version];
  return { ...count, [version]: { count: before.count + (isCounted ? 1 : 0), of: before.of + 1 } };
}
