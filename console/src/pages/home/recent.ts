import { isLive, type Call } from '../calls/call.ts';

/** Calls of one day. */
export interface DayOfCalls {
  readonly day: Date;
  readonly answered: number;
  readonly missed: number;
}

/** How many calls there were on each of these days up to today, by the clocks of the browser. */
export function byDay(calls: readonly Call[], days: number, now: Date): readonly DayOfCalls[] {
  const ended = calls.filter((call) => !isLive(call));
  return Array.from({ length: days }, (_, at) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1 - at));
    const those = ended.filter(({ created_at }) => new Date(created_at).toDateString() === day.toDateString());
    const answered = those.filter(({ call_response }) => call_response === 'answered').length;
    return { day, answered, missed: those.length - answered };
  });
}

/** Number of days up to today that these newest calls cover completely, at most `most`. */
export function daysKnown(calls: readonly Call[], isAll: boolean, most: number, now: Date): number {
  const oldest = calls.at(-1);
  if (isAll || oldest === undefined) return most;
  const first = new Date(oldest.created_at).setHours(0, 0, 0, 0);
  return Math.min(most, 1 + Math.round((new Date(now).setHours(0, 0, 0, 0) - first) / DAY_MS));
}

const DAY_MS = 86_400_000;

export type Outcome = 'answered' | 'busy' | 'noAnswer' | 'failed' | 'other';

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  answered: 'answered',
  busy: 'busy',
  declined: 'busy',
  no_answer: 'noAnswer',
  voicemail: 'noAnswer',
  failed: 'failed',
  unreachable: 'failed',
  invalid_number: 'failed',
};

/** How calls ended, in few kinds. */
export function outcomesOf(calls: readonly Call[]): Readonly<Record<Outcome, number>> {
  const counts = { answered: 0, busy: 0, noAnswer: 0, failed: 0, other: 0 };
  for (const call of calls) if (!isLive(call)) counts[OUTCOMES[call.call_response ?? call.status] ?? 'other'] += 1;
  return counts;
}

/** The mean of what is known; null of nothing. */
export function mean(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
