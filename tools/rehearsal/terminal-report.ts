import { amountText, sumOf } from '../../domain/costs/money.ts';
import {
  byConversation,
  passRates,
  problemsOf,
  type Attempt,
  type SuiteResult,
} from '../../domain/rehearsal/attempt.ts';
import type { TranscriptEntry } from '../../domain/rehearsal/call-record.ts';
import { quantile } from '../../domain/rehearsal/pass-rates.ts';

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);

const SIGNS = { passed: '✓', failed: '✗', undecided: '?', error: '!' } as const;

/** What came of a suite, for a terminal. */
export function resultLines(result: SuiteResult): string[] {
  const groups = [...byConversation(result.attempts)];
  return [
    `${result.title} (${result.agent})`,
    ...groups.flatMap(([name, attempts]) => conversationLines(name, attempts)),
    ...summaryLines(result, groups.length),
    ...result.remarks.map((remark) => `Note: ${remark}`),
  ];
}

function conversationLines(name: string, attempts: readonly Attempt[]): string[] {
  const passed = attempts.filter(({ verdict }) => verdict === 'passed').length;
  const worst = (['failed', 'error', 'undecided'] as const).find((each) =>
    attempts.some(({ verdict }) => verdict === each),
  );
  const runs = attempts.length === 1 ? '' : `, ${passed} of ${attempts.length} runs passed`;
  const example = attempts.find(({ verdict }) => verdict === worst);
  return [
    `${SIGNS[worst ?? 'passed']} ${name}${runs}`,
    ...(example ? [...problemsOf(example).map((problem) => `    ${problem}`), ...transcriptLines(example)] : []),
  ];
}

const transcriptLines = ({ record, run, seed }: Attempt): string[] =>
  record ? [`    run ${run}, seed ${seed}:`, ...record.transcript.map((each) => `      ${transcriptText(each)}`)] : [];

export const transcriptText = ({ speaker, words, atMs, isInterrupted }: TranscriptEntry): string =>
  `${(atMs / 1_000).toFixed(1).padStart(6)} s  ${speaker.padEnd(6)}  ${words}${isInterrupted ? ' –' : ''}`;

function summaryLines({ attempts, seconds, currency }: SuiteResult, conversations: number): string[] {
  const counts = (['passed', 'failed', 'undecided', 'error'] as const).flatMap((verdict) => {
    const count = attempts.filter((attempt) => attempt.verdict === verdict).length;
    return count > 0 || verdict === 'passed'
      ? [verdict === 'error' ? plural(count, 'error') : `${count} ${verdict}`]
      : [];
  });
  const { at1, hat } = passRates(attempts);
  const rates = [
    `pass@1 ${percent(at1)}`,
    ...(hat.length > 1 ? [`pass^${hat.length} ${percent(hat.at(-1) ?? null)}`] : []),
  ];
  const latencies = attempts.flatMap(({ record }) => record?.latenciesMs ?? []);
  const [median, late] = [quantile(latencies, 0.5), quantile(latencies, 0.95)];
  const unpriced = [...new Set(attempts.flatMap(({ cost }) => cost.unpriced))];
  const cost = amountText(sumOf(attempts.map((attempt) => attempt.cost.amount)));
  return [
    `${plural(conversations, 'conversation')}, ${plural(attempts.length, 'run')} in ${seconds.toFixed(1)} s: ${counts.join(', ')}. ${rates.join(', ')}.`,
    `Replies: ${median === null ? 'none' : `median ${Math.round(median)} ms, p95 ${Math.round(late ?? 0)} ms`}. ` +
      `Cost: ${cost} ${currency}${unpriced.length > 0 ? `, without ${unpriced.join(', ')}, which has no price` : ''}.`,
  ];
}
