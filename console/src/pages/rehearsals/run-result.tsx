import type { ComponentChildren } from 'preact';
import { Stat, Stats } from '../../parts/stat.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { formatCount, formatMoney, formatSeconds, formatShare } from '../../format.ts';
import type { Comparison, Run, RunSummary } from './rehearsal.ts';
import { runStrings as strings } from './strings.ts';
import { sideName } from './verdicts.tsx';

/** What is probably no chance. */
const SIGNIFICANT = 0.05;

/** The figures of a run: those of one agent, or of two beside each other with what differs. */
export function RunResult({ run }: { readonly run: Run }) {
  const [a, b] = run.sides;
  if (!a?.summary) return null;
  if (!b?.summary) return <Alone summary={a.summary} />;
  const columns: readonly Column<Figure>[] = [
    { label: strings.figure, cell: ([label]) => label },
    ...[a, b].map((side): Column<Figure> => ({
      label: `${side.side.toUpperCase()}: ${sideName(side)}`,
      align: 'end',
      cell: ([, of]) => side.summary && of(side.summary),
    })),
  ];
  return (
    <section class="stack" aria-labelledby="run-result">
      <h2 id="run-result">{strings.result}</h2>
      {run.comparison && <p>{comparisonWords(run.comparison)}</p>}
      <Table caption={strings.result} columns={columns} rows={rowsOf(run.runs)} keyOf={([label]) => label} />
    </section>
  );
}

const Alone = ({ summary }: { readonly summary: RunSummary }) => (
  <Stats>
    <Stat name={strings.passAt1} note={strings.passedOf(summary.passed, summary.held)}>
      {shareOf(summary.pass_at_1)}
    </Stat>
    {summary.pass_hat.length > 1 && (
      <Stat name={strings.passHat(summary.pass_hat.length)} note={notPassed(summary)}>
        {shareOf(summary.pass_hat.at(-1) ?? null)}
      </Stat>
    )}
    <Stat name={strings.median} note={`${strings.p95}: ${secondsOf(summary.latency_ms.p95)}`}>
      {secondsOf(summary.latency_ms.median)}
    </Stat>
    <Stat name={strings.cost} note={unpricedOf(summary)}>
      {costOf(summary)}
    </Stat>
  </Stats>
);

type Figure = readonly [label: string, of: (summary: RunSummary) => ComponentChildren];

const rowsOf = (runs: number): readonly Figure[] => [
  [strings.passAt1, ({ pass_at_1 }) => shareOf(pass_at_1)],
  ...(runs > 1
    ? [[strings.passHat(runs), ({ pass_hat }: RunSummary) => shareOf(pass_hat[runs - 1] ?? null)] as const]
    : []),
  [strings.passed, ({ passed, held }) => strings.passedOf(passed, held)],
  [strings.failed, ({ failed }) => formatCount(failed)],
  [strings.undecided, ({ undecided }) => formatCount(undecided)],
  [strings.errors, ({ errors }) => formatCount(errors)],
  [strings.median, ({ latency_ms: { median } }) => secondsOf(median)],
  [strings.p95, ({ latency_ms: { p95 } }) => secondsOf(p95)],
  [
    strings.cost,
    (summary) => (
      <span>
        {costOf(summary)} <span class="hint">{unpricedOf(summary)}</span>
      </span>
    ),
  ],
];

const shareOf = (share: number | null): string => (share === null ? strings.nothing : formatShare(share));
const secondsOf = (ms: number | null): string => (ms === null ? strings.nothing : formatSeconds(ms / 1_000));
const costOf = ({ cost }: RunSummary): string => formatMoney(cost.amount, cost.currency);
const unpricedOf = ({ cost }: RunSummary): string =>
  cost.unpriced.length === 0 ? '' : strings.unpriced(cost.unpriced.join(', '));

const notPassed = ({ failed, undecided, errors }: RunSummary): string =>
  [
    [strings.failed, failed],
    [strings.undecided, undecided],
    [strings.errors, errors],
  ]
    .filter(([, count]) => count !== 0)
    .map(([label, count]) => `${label}: ${formatCount(Number(count))}`)
    .join(', ');

/** What a comparison says, in sentences. */
function comparisonWords({ better, worse, untold, chance }: Comparison): string {
  const { comparison } = strings;
  const p = formatCount(Math.round(chance * 1_000) / 1_000);
  return [
    better + worse === 0 ? comparison.same : comparison.better(better, worse),
    better !== worse && (chance < SIGNIFICANT ? comparison.noChance(p) : comparison.chance(p)),
    untold > 0 && comparison.untold(untold),
  ]
    .filter(Boolean)
    .join(' ');
}
