import { amountText, sumOf } from '../../domain/costs/money.ts';
import { passRates, problemsOf, type SuiteResult } from '../../domain/rehearsal/attempt.ts';
import type { SuiteComparison } from '../../domain/rehearsal/compare.ts';
import { quantile } from '../../domain/rehearsal/pass-rates.ts';

/** Results for other programs. Amounts are decimals. */
export const jsonReport = (results: readonly SuiteResult[], comparisons: readonly SuiteComparison[] = []): string =>
  `${JSON.stringify({ suites: results.map(suiteJson), ...(comparisons.length > 0 && { comparisons }) }, null, 2)}\n`;

const suiteJson = ({ title, file, agent, attempts, seconds, currency, startedAt, remarks }: SuiteResult) => {
  const { at1, hat } = passRates(attempts);
  const latencies = attempts.flatMap(({ record }) => record?.latenciesMs ?? []);
  return {
    ...{ title, file, agent, started_at: startedAt.toISOString(), seconds, remarks },
    ...{ pass_at_1: at1, pass_hat: hat },
    latency_ms: { median: quantile(latencies, 0.5), p95: quantile(latencies, 0.95) },
    cost: { currency, amount: amountText(sumOf(attempts.map(({ cost }) => cost.amount))) },
    runs: attempts.map((attempt) => ({
      ...{ title: attempt.title, persona: attempt.persona, run: attempt.run, seed: attempt.seed },
      ...{ verdict: attempt.verdict, problems: problemsOf(attempt), checks: attempt.checks, judged: attempt.judged },
      cost: { amount: amountText(attempt.cost.amount), unpriced: attempt.cost.unpriced, usage: attempt.usage },
      ...(attempt.record && {
        ...{ ended: attempt.record.ended, stopped: attempt.record.stopped, length_ms: attempt.record.lengthMs },
        ...{ turns: attempt.record.turns, latencies_ms: attempt.record.latenciesMs },
        ...{ stages: attempt.record.stages.map(({ stage }) => stage), fields: attempt.record.fields },
        agents: attempt.record.agents?.map(({ name }) => name) ?? null,
        outcome: attempt.record.outcome,
        ...{ calls: attempt.record.calls, transcript: attempt.record.transcript },
        digest: attempt.record.inputs?.digest ?? null,
      }),
    })),
  };
};
