import type { CallLog, CallResponse } from '../calls/call-log.ts';
import type { CallAssumptions } from './call-assumptions.ts';

/** An ended call, as far as it tells how others will go. */
export interface EarlierCall {
  readonly outcome: CallResponse;
  /** Whether it retried a contact of a campaign. */
  readonly isRetry: boolean;
  /** From the dial to the answer, or to the end without one. Null: not known. */
  readonly ringSeconds: number | null;
  /** From the answer to the end. Null: not known, or not answered. */
  readonly talkSeconds: number | null;
}

/** A call that was answered or ended later after its registration waited to be dialled again: its campaign was paused, say. */
const RING_MAX_SECONDS = 180;

/** Fewest calls from which shares are taken, and fewest of an outcome from which a mean is. */
const SHARE_CALLS_MIN = 50;
const MEAN_CALLS_MIN = 20;

/** An outbound call with a known outcome, or null. */
export function earlierCall(call: CallLog, isRetry: boolean): EarlierCall | null {
  const { call_type, call_response, created_at, start_time_utc, end_time_utc } = call;
  if (call_type !== 'outbound' || call_response === null || call_response === 'canceled') return null;
  const between = (from: string | null, to: string | null): number | null =>
    from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from)) / 1_000;
  const ringSeconds = between(created_at, start_time_utc ?? end_time_utc);
  return {
    outcome: call_response,
    isRetry,
    ringSeconds: ringSeconds === null || ringSeconds > RING_MAX_SECONDS ? null : ringSeconds,
    talkSeconds: between(start_time_utc, end_time_utc),
  };
}

/** What these calls say about further ones. Null: they are too few. Means of too few calls are absent. */
export function observedAssumptions(calls: readonly EarlierCall[]): Partial<CallAssumptions> | null {
  const firsts = calls.filter(({ isRetry }) => !isRetry);
  if (firsts.length < SHARE_CALLS_MIN) return null;
  const retries = calls.filter(({ isRetry }) => isRetry);
  const answered = withOutcome(calls, ['answered']);
  const machines = withOutcome(calls, ['voicemail']);
  const shares = {
    answered_share: shareOf(firsts, ['answered']),
    voicemail_share: shareOf(firsts, ['voicemail']),
    busy_share: shareOf(firsts, ['busy', 'declined']),
    failed_share: shareOf(firsts, ['failed', 'invalid_number']),
    ...(retries.length >= SHARE_CALLS_MIN && { retry_answered_share: shareOf(retries, ['answered']) }),
  };
  const means = {
    ring_seconds: meanOf([...answered, ...machines].map(({ ringSeconds }) => ringSeconds)),
    no_answer_seconds: meanOf(withOutcome(calls, ['no_answer', 'unreachable']).map(({ ringSeconds }) => ringSeconds)),
    busy_seconds: meanOf(
      withOutcome(calls, ['busy', 'declined', 'failed', 'invalid_number']).map(({ ringSeconds }) => ringSeconds),
    ),
    talk_seconds: meanOf(answered.map(({ talkSeconds }) => talkSeconds)),
    talk_variation: variationOf(answered.map(({ talkSeconds }) => talkSeconds)),
    voicemail_seconds: meanOf(machines.map(({ talkSeconds }) => talkSeconds)),
  };
  return { ...shares, ...Object.fromEntries(Object.entries(means).filter(([, mean]) => mean !== null)) };
}

const withOutcome = (calls: readonly EarlierCall[], outcomes: readonly CallResponse[]): readonly EarlierCall[] =>
  calls.filter(({ outcome }) => outcomes.includes(outcome));

/** Rounded down, so that shares are not more than all calls together. */
const shareOf = (calls: readonly EarlierCall[], outcomes: readonly CallResponse[]): number =>
  Math.floor((withOutcome(calls, outcomes).length * 1_000) / calls.length) / 1_000;

function meanOf(seconds: readonly (number | null)[]): number | null {
  const known = seconds.filter((each) => each !== null);
  return known.length < MEAN_CALLS_MIN ? null : rounded(known.reduce((sum, each) => sum + each, 0) / known.length);
}

/** The standard deviation divided by the mean. */
function variationOf(seconds: readonly (number | null)[]): number | null {
  const known = seconds.filter((each) => each !== null);
  const mean = meanOf(known);
  if (mean === null || mean === 0) return null;
  const variance = known.reduce((sum, each) => sum + (each - mean) ** 2, 0) / known.length;
  return rounded(Math.sqrt(variance) / mean);
}

/** Three decimals are as much as a few hundred calls can say. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
