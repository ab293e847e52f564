import { byConversation, passRates, type Attempt, type SuiteResult } from './attempt.ts';
import { quantile, signTest } from './pass-rates.ts';
import { percent } from './terminal-report.ts';

/** What is probably no chance. */
const SIGNIFICANT = 0.05;

/** One suite with two agents. Runs with the same seed are pairs. */
export interface SuiteComparison {
  readonly title: string;
  /** The agents, in words: that of the suite, and the other. */
  readonly agents: readonly [string, string];
  /** Pairs of which only the second passed, and only the first, where the other one failed. */
  readonly better: number;
  readonly worse: number;
  /** Pairs with a run that ended in an error or could not be decided. They say nothing of the agents. */
  readonly untold: number;
  /** The chance of at least such a difference between equal agents. */
  readonly chance: number;
  readonly conversations: readonly ConversationComparison[];
  readonly passAt1: readonly [number | null, number | null];
  readonly medianLatencyMs: readonly [number | null, number | null];
}

export interface ConversationComparison {
  readonly name: string;
  readonly runs: number;
  readonly passed: readonly [number, number];
  /** Whether its first run went the same way, word for word. */
  readonly isSame: boolean;
}

/** Compares two results of the same suite, run by run. */
export function compareResults(one: SuiteResult, other: SuiteResult): SuiteComparison {
  const all = one.attempts.map((attempt, at) => [attempt, other.attempts[at]] as const);
  const pairs = all.filter((pair) => pair.every(isDecided));
  const only = (first: boolean): number =>
    pairs.filter(([a, b]) => isPassed(a) === first && isPassed(b) === !first).length;
  const [worse, better] = [only(true), only(false)];
  const others = byConversation(other.attempts);
  return {
    ...{ title: one.title, agents: [one.agent, other.agent], better, worse, chance: signTest(better, worse) },
    untold: all.length - pairs.length,
    conversations: [...byConversation(one.attempts)].map(([name, attempts]) => {
      const second = others.get(name) ?? [];
      return {
        ...{ name, runs: attempts.length, passed: [passedOf(attempts), passedOf(second)] },
        isSame: wordsOf(attempts[0]) === wordsOf(second[0]),
      };
    }),
    passAt1: [passRates(one.attempts).at1, passRates(other.attempts).at1],
    medianLatencyMs: [medianOf(one.attempts), medianOf(other.attempts)],
  };
}

const isDecided = (attempt: Attempt | undefined): boolean =>
  attempt?.verdict === 'passed' || attempt?.verdict === 'failed';

const isPassed = (attempt: Attempt | undefined): boolean => attempt?.verdict === 'passed';

const passedOf = (attempts: readonly Attempt[]): number => attempts.filter(isPassed).length;

const wordsOf = (attempt: Attempt | undefined): string =>
  JSON.stringify(attempt?.record?.transcript.map(({ speaker, words }) => [speaker, words]) ?? null);

const medianOf = (attempts: readonly Attempt[]): number | null =>
  quantile(
    attempts.flatMap(({ record }) => record?.latenciesMs ?? []),
    0.5,
  );

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
