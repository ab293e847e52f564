import { byConversation, passRates, type Attempt, type SuiteResult } from './attempt.ts';
import { quantile, signTest } from './pass-rates.ts';

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
