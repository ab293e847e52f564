import type { UsageItem } from '../costs/usage.ts';
import type { CallRecord } from './call-record.ts';
import type { CallCheck } from './checks.ts';
import type { Micros } from '../costs/money.ts';
import type { JudgedCriterion } from './judgement.ts';
import { passAt1, passHat, type RunCounts } from './pass-rates.ts';

/** `undecided`: nothing failed, but something could not be found out. `error`: it could not be held to its end. */
export type Verdict = 'passed' | 'failed' | 'undecided' | 'error';

/** A cost, and the models of which no price is known. */
export interface CostOfUsage {
  readonly amount: Micros;
  readonly unpriced: readonly string[];
}

/** One run of a conversation. */
export interface Attempt {
  readonly title: string;
  /** Null for a caller with a script. */
  readonly persona: string | null;
  /** Counts from 1. */
  readonly run: number;
  readonly seed: number;
  /** Null: it could not be held. */
  readonly record: CallRecord | null;
  readonly error: string | null;
  readonly checks: readonly CallCheck[];
  readonly judged: readonly JudgedCriterion[];
  readonly usage: readonly UsageItem[];
  readonly cost: CostOfUsage;
  readonly verdict: Verdict;
}

/** What a run of a conversation comes to. */
export function verdictOf({ error, checks, judged }: Pick<Attempt, 'error' | 'checks' | 'judged'>): Verdict {
  if (error !== null) return 'error';
  if (checks.some(({ ok }) => ok === false) || judged.some(({ met }) => met === 'no')) return 'failed';
  if (checks.some(({ ok }) => ok === null) || judged.some(({ met }) => met === 'undecided')) return 'undecided';
  return 'passed';
}

/** What failed, or could not be found out, in words. */
export const problemsOf = ({ error, checks, judged }: Attempt): string[] => [
  ...(error === null ? [] : [error]),
  ...checks.filter(({ ok }) => ok !== true).map(({ name, detail }) => `${name}: ${detail}`),
  ...judged.filter(({ met }) => met !== 'yes').map(judgedInWords),
];

const judgedInWords = ({ criterion, met, agreement, judgements }: JudgedCriterion): string => {
  const share = `${Math.round(agreement * judgements.length)} of ${judgements.length} judgements`;
  const example = judgements.find((each) => each.met === met) ?? judgements[0];
  const why = example ? `${example.reason}${example.quote === '' ? '' : ` “${example.quote}”`}` : '';
  return `${criterion}: ${met === 'no' ? 'not met' : 'undecided'} (${share}). ${why}`.trim();
};

/** A suite that was held with one agent. */
export interface SuiteResult {
  readonly title: string;
  readonly file: string;
  readonly agent: string;
  readonly attempts: readonly Attempt[];
  /** How long it took, in seconds. */
  readonly seconds: number;
  readonly currency: string;
  readonly startedAt: Date;
  /** What limits what the result means. */
  readonly remarks: readonly string[];
}

/** What identifies the runs of the same conversation. */
export const keyOf = ({ title, persona }: Pick<Attempt, 'title' | 'persona'>): string =>
  persona === null ? title : `${title} (${persona})`;

/** The attempts of each conversation, in the order of the suite. */
export function byConversation<T extends Pick<Attempt, 'title' | 'persona'>>(
  attempts: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const attempt of attempts) {
    const group = groups.get(keyOf(attempt));
    if (group) group.push(attempt);
    else groups.set(keyOf(attempt), [attempt]);
  }
  return groups;
}

export interface PassRates {
  readonly at1: number | null;
  /** pass^k for each k up to the number of runs. */
  readonly hat: readonly number[];
}

export function passRates(attempts: readonly Pick<Attempt, 'title' | 'persona' | 'verdict'>[]): PassRates {
  const counts: RunCounts[] = [...byConversation(attempts).values()].map((all) => ({
    runs: all.length,
    passed: all.filter(({ verdict }) => verdict === 'passed').length,
  }));
  const most = Math.min(...counts.map(({ runs }) => runs));
  const hats = Array.from({ length: Number.isFinite(most) ? most : 0 }, (_, at) => passHat(counts, at + 1) ?? 0);
  return { at1: passAt1(counts), hat: hats };
}

/** 0: all passed. 1: one did not. 2: it cannot be told. */
export function exitCodeOf(results: readonly SuiteResult[]): 0 | 1 | 2 {
  const verdicts = results.flatMap(({ attempts }) => attempts.map(({ verdict }) => verdict));
  if (verdicts.includes('failed')) return 1;
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'passed') ? 0 : 2;
}
