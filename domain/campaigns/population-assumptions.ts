import type { AssumedHours, CallAssumptions } from './call-assumptions.ts';
import { MINUTES_A_DAY, minutesOf, timeOf } from './day-hours.ts';
import { answersAt, BUSY_SECONDS, GROUP_DEFAULTS, wordsOf, type CalleeGroup, type Population } from './population.ts';
import { nextAttempt, type RetryConfig } from './retry-policy.ts';
import type { RunOutcome } from './run-outcome.ts';
import type { ScheduleConfig } from './settings.ts';

/** How the dials of a group end and how long they take. `firsts` and `retries`: how many there are, relative to other groups. */
interface GroupMeans {
  readonly firsts: number;
  readonly retries: number;
  readonly answered: number;
  readonly voicemail: number;
  readonly busy: number;
  readonly failed: number;
  readonly ringSeconds: number;
  readonly noAnswerSeconds: number;
  readonly talkSeconds: number;
  /** The mean of its square. */
  readonly talkSquare: number;
  readonly voicemailSeconds: number;
}

/**
 * The assumptions about a campaign's calls that follow from a population: averages over the hours in which the campaign may
 * dial. Where people answer differently by the hour, there are averages for each part of the day as well.
 */
export function populationAssumptions(
  { groups }: Population,
  retry: RetryConfig,
  schedule: ScheduleConfig | undefined,
): Partial<CallAssumptions> {
  const times = [...new Set(groups.flatMap(({ hours = [] }) => hours.flatMap(({ from, to }) => [from, to])))];
  const whole = meansIn(groups, retry, openMinutesOfDay(schedule));
  if (times.length === 0) return whole;
  const ends = [...new Set([0, ...times.map(minutesOf), MINUTES_A_DAY])].toSorted((a, b) => a - b);
  const parts = ends.slice(1).map((to, place) => ({ from: ends[place]!, to }));
  const hours = parts.map(({ from, to }): AssumedHours => {
    // Within a part of the day, no group changes.
    return { from: timeOf(from), to: timeOf(to), ...meansIn(groups, retry, [from]) };
  });
  return { ...whole, hours };
}

/** What a population makes of calls at these minutes of the day, on average. */
function meansIn(
  groups: readonly CalleeGroup[],
  retry: RetryConfig,
  minutes: readonly number[],
): Omit<AssumedHours, 'from' | 'to'> {
  const means = groups.map((group) => meansOf(group, retry, minutes));
  const mean = (valueOf: (each: GroupMeans) => number, weightOf: (each: GroupMeans) => number): number => {
    const weight = means.reduce((sum, each) => sum + weightOf(each), 0);
    return weight === 0 ? 0 : means.reduce((sum, each) => sum + weightOf(each) * valueOf(each), 0) / weight;
  };
  const dials = ({ firsts, retries }: GroupMeans): number => firsts + retries;
  const shareOf = (name: 'answered' | 'voicemail' | 'busy' | 'failed'): number =>
    mean(
      (each) => each[name],
      ({ firsts }) => firsts,
    );
  const unanswered = (each: GroupMeans): number =>
    dials(each) * (1 - each.answered - each.voicemail - each.busy - each.failed);
  return {
    answered_share: shareOf('answered'),
    retry_answered_share: mean(
      ({ answered }) => answered,
      ({ retries }) => retries,
    ),
    voicemail_share: shareOf('voicemail'),
    busy_share: shareOf('busy'),
    failed_share: shareOf('failed'),
    ring_seconds: mean(
      ({ ringSeconds }) => ringSeconds,
      (each) => dials(each) * (each.answered + each.voicemail),
    ),
    no_answer_seconds: mean(({ noAnswerSeconds }) => noAnswerSeconds, unanswered),
    busy_seconds: BUSY_SECONDS,
    talk_variation: talkVariation(means),
    talk_seconds: mean(
      ({ talkSeconds }) => talkSeconds,
      (each) => dials(each) * each.answered,
    ),
    voicemail_seconds: mean(
      ({ voicemailSeconds }) => voicemailSeconds,
      (each) => dials(each) * each.voicemail,
    ),
  };
}

function meansOf(group: CalleeGroup, retry: RetryConfig, minutes: readonly number[]): GroupMeans {
  const { voicemail, busy, ring_seconds, no_answer_seconds, voicemail_seconds } = { ...GROUP_DEFAULTS, ...group };
  const answers = minutes.reduce((sum, minute) => sum + answersAt(group, minute), 0) / minutes.length;
  const [answered, failed] = group.invalid ? [0, 1] : [answers, 0];
  const missed = group.invalid ? 0 : 1 - answered;
  const shares = { voicemail: missed * voicemail, busy: missed * busy };
  const silent = missed * (1 - voicemail - busy);
  const isRetried = (outcome: RunOutcome): boolean => nextAttempt(retry, outcome, 0, new Date(0)) !== null;
  const retried =
    (isRetried('voicemail') ? shares.voicemail : 0) +
    (isRetried('busy') ? shares.busy : 0) +
    (isRetried('no_answer') ? silent : 0);
  const retries = Array.from({ length: retry.max_retries }, (_, at) => retried ** (at + 1));
  return {
    firsts: group.share,
    retries: group.share * retries.reduce((sum, each) => sum + each, 0),
    ...{ answered, failed, ...shares, ringSeconds: ring_seconds },
    ...{ noAnswerSeconds: no_answer_seconds, voicemailSeconds: voicemail_seconds },
    talkSquare: wordsOf(group).reduce(
      (sum, { share, talk_seconds }) => sum + share * TALK_SQUARE * talk_seconds ** 2,
      0,
    ),
    talkSeconds: wordsOf(group).reduce((sum, { share, talk_seconds }) => sum + share * talk_seconds, 0),
  };
}

/** The mean square of a length that lies evenly between half the mean and one and a half of it. */
const TALK_SQUARE = 1 + 1 / 12;

/** How much conversations differ, in and between groups. */
function talkVariation(means: readonly GroupMeans[]): number {
  const weights = means.map(({ firsts, retries, answered }) => (firsts + retries) * answered);
  const weight = weights.reduce((sum, each) => sum + each, 0);
  if (weight === 0) return 0;
  const meanOf = (valueOf: (each: GroupMeans) => number): number =>
    means.reduce((sum, each, at) => sum + weights[at]! * valueOf(each), 0) / weight;
  const mean = meanOf(({ talkSeconds }) => talkSeconds);
  return mean === 0 ? 0 : Math.sqrt(Math.max(0, meanOf(({ talkSquare }) => talkSquare) - mean ** 2)) / mean;
}

/** Minutes of a day in which a schedule is open on some day. All, without a schedule. */
function openMinutesOfDay(schedule: ScheduleConfig | undefined): readonly number[] {
  const all = Array.from({ length: MINUTES_A_DAY }, (_, minute) => minute);
  if (!schedule?.enabled) return all;
  const isOpen = (minute: number): boolean =>
    schedule.slots.some(({ start_time, end_time }) => {
      const [start, end] = [minutesOf(start_time), minutesOf(end_time)];
      return end > start ? minute >= start && minute < end : minute >= start || minute < end;
    });
  return all.filter(isOpen);
}
