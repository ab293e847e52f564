import { isResting, laterRest, type NumberRest } from '../telephony/number-rest.ts';
import type { CallerIdPool } from './caller-id-pool.ts';
import { sampleOf } from './circuit-breaker.ts';
import type { RunOutcome } from './run-outcome.ts';

/** What a campaign knows about a number that it calls from. */
export interface CallerIdState {
  /** The position of its last dial in the order of all dials of the campaign. 0: it was not dialled from yet. */
  readonly turn: number;
  /** When that was decided, in ms since the epoch. */
  readonly dialled_at: number;
  /** Calls from it that are over and say whether they were answered. */
  readonly dials: number;
  readonly answered: number;
  /** The newest of these calls since its last rest, oldest first: 1 for an answered call, 0 for any other. */
  readonly recent: string;
  /** The last one. */
  readonly rest?: NumberRest;
}

/** The numbers that a campaign has called from, by number. */
export type CallerIds = Readonly<Record<string, CallerIdState>>;

/** A number that was never called from. */
export const NEW_CALLER_ID: CallerIdState = { turn: 0, dialled_at: 0, dials: 0, answered: 0, recent: '' };

export const callerIdState = (callerIds: CallerIds, number: string): CallerIdState =>
  callerIds[number] ?? NEW_CALLER_ID;

/** The outcome of a call from a number. */
export interface CallerIdOutcome {
  readonly number: string;
  readonly outcome: RunOutcome;
}

/** The calls by which a number is judged. Without a pool, numbers are not judged. */
type Judge = Pick<CallerIdPool, 'min_answer_rate' | 'min_calls' | 'rest_hours'>;

/**
 * Counts outcomes of calls. A number below the least share of answered calls rests, and is judged by other calls after that.
 * Calls that were out when it began to rest count, but do not judge it. Canceled and unknown calls and numbers that do not exist
 * say nothing.
 */
export function withOutcomes(
  callerIds: CallerIds,
  outcomes: readonly CallerIdOutcome[],
  judge: Judge | undefined,
  { campaignId, now }: { readonly campaignId: string; readonly now: Date },
): CallerIds {
  const counted: Record<string, CallerIdState> = { ...callerIds };
  for (const { number, outcome } of outcomes) {
    if (sampleOf(outcome) === null) continue;
    const isAnswered = outcome === 'answered';
    const before = callerIdState(counted, number);
    const after = { ...before, dials: before.dials + 1, answered: before.answered + (isAnswered ? 1 : 0) };
    counted[number] = judge ? judged({ ...after, recent: recentOf(before, isAnswered, judge, now) }) : after;
  }
  return counted;

  function judged(state: CallerIdState): CallerIdState {
    const rest = judge && restOf(state, judge, campaignId, now);
    return rest ? { ...state, recent: '', rest } : state;
  }
}

/** The calls that judge a number after one more: none while it rests. */
const recentOf = ({ recent, rest }: CallerIdState, isAnswered: boolean, { min_calls }: Judge, now: Date): string =>
  isResting(rest, now) ? recent : `${recent}${isAnswered ? 1 : 0}`.slice(-min_calls);

function restOf(
  { recent, rest }: CallerIdState,
  { min_answer_rate, min_calls, rest_hours }: Judge,
  campaignId: string,
  now: Date,
): NumberRest | null {
  // Without a least share no number is below it.
  const least = min_answer_rate ?? 0;
  if (recent.length < min_calls || isResting(rest, now)) return null;
  const answered = recent.replaceAll('0', '').length;
  if (answered / recent.length >= least) return null;
  const until = new Date(now.getTime() + rest_hours * 3_600_000).toISOString();
  const evidence = { calls: recent.length, answered, min_answer_rate: least, campaign_id: campaignId };
  return { since: now.toISOString(), until, ...evidence };
}

/** The rests of numbers at a time. */
export const restsAt = (callerIds: CallerIds, now: Date): ReadonlyMap<string, NumberRest> =>
  new Map(
    Object.entries(callerIds).flatMap(([number, { rest }]) => (isResting(rest, now) ? [[number, rest] as const] : [])),
  );

/** A number that a campaign calls from, and how its calls went. */
export interface CallerIdReport {
  readonly phone_number: string;
  readonly in_pool: boolean;
  /** Whether it is one of the organisation's at the carrier of the agent. */
  readonly is_usable: boolean;
  readonly dials: number;
  readonly answered: number;
  /** From 0 to 1, with three decimals. Null: there are no calls. */
  readonly answer_rate: number | null;
  /** Null: it does not rest. */
  readonly resting: NumberRest | null;
}

/** The numbers of a pool in its order, and then those that were called from before. */
export function callerIdReports(
  pool: Pick<CallerIdPool, 'numbers' | 'min_answer_rate'> | undefined,
  callerIds: CallerIds,
  known: ReadonlyMap<string, { readonly isUsable: boolean; readonly resting: NumberRest | null }>,
  now: Date,
): readonly CallerIdReport[] {
  const inPool = pool?.numbers ?? [];
  const former = Object.keys(callerIds).filter(
    (number) => !inPool.includes(number) && callerIdState(callerIds, number).dials > 0,
  );
  return [...inPool, ...former].map((number, index) => {
    const { dials, answered, rest } = callerIdState(callerIds, number);
    const resting = laterRest(rest, known.get(number)?.resting);
    const mayRest = pool !== undefined && pool.min_answer_rate !== null;
    return {
      phone_number: number,
      in_pool: index < inPool.length,
      is_usable: known.get(number)?.isUsable ?? false,
      ...{ dials, answered, answer_rate: dials === 0 ? null : Math.round((answered / dials) * 1_000) / 1_000 },
      resting: mayRest && isResting(resting, now) ? resting : null,
    };
  });
}
