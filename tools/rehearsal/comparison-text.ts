import type { SuiteComparison } from '../../domain/rehearsal/compare.ts';
import { percent } from './terminal-report.ts';

/** What is probably no chance. */
const SIGNIFICANT = 0.05;

/** A comparison for a terminal. */
export function comparisonLines({
  title,
  agents: [first, second],
  better,
  worse,
  chance,
  untold,
  conversations,
  passAt1: [rate, otherRate],
  medianLatencyMs: [latency, otherLatency],
}: SuiteComparison): string[] {
  const changed = conversations.filter(({ passed: [one, other] }) => one !== other);
  const otherWords = conversations.filter(({ passed: [one, other], isSame }) => one === other && !isSame);
  return [
    `${title}: ${second} compared with ${first}`,
    ...changed.map(
      ({ name, runs, passed: [one, other] }) =>
        `${other > one ? '▲' : '▼'} ${name}: ${one} of ${runs} passed, now ${other}`,
    ),
    ...(otherWords.length > 0
      ? [`≈ With other words, and the same outcome: ${otherWords.map(({ name }) => name).join(', ')}`]
      : []),
    `pass@1 ${percent(rate)}, now ${percent(otherRate)}. Median reply ${msText(latency)}, now ${msText(otherLatency)}. ` +
      `Of the pairs of runs ${better} better, ${worse} worse: ${verdictText(better, worse, chance)}.` +
      (untold > 0 ? ` ${untold} without a verdict ${untold === 1 ? 'does' : 'do'} not count.` : ''),
  ];
}

const msText = (ms: number | null): string => (ms === null ? '–' : `${Math.round(ms)} ms`);

function verdictText(better: number, worse: number, chance: number): string {
  if (better === worse) return 'no difference';
  const shown = `p = ${chance.toFixed(3)}`;
  if (chance >= SIGNIFICANT) return `it may be chance (${shown}); more --runs can tell`;
  return `${better > worse ? 'better' : 'worse'} (${shown})`;
}
