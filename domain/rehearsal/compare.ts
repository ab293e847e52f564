import { byConversation, keyOf, passRates, type Attempt, type SuiteResult } from './attempt.ts';
import { inOrder, quantileOf, signTest } from './pass-rates.ts';

/** Runs of a suite with two agents. Those with the same seed are pairs. */
export interface RunComparison {
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

/** One suite with two agents. */
export interface SuiteComparison extends RunComparison {
  readonly title: string;
  /** The agents, in words: that of the suite, and the other. */
  readonly agents: readonly [string, string];
}

export interface ConversationComparison extends Pick<Attempt, 'title' | 'persona'> {
  readonly name: string;
  readonly runs: number;
  readonly passed: readonly [number, number];
  /** Whether its first run went the same way, word for word. */
  readonly isSame: boolean;
}

/** What is compared of a run. */
export interface ComparedRun extends Pick<Attempt, 'title' | 'persona' | 'verdict'> {
  /** The same for the same words only. */
  readonly words: string;
  readonly latenciesMs: readonly number[];
}

/** Compares two results of the same suite, run by run. */
export const compareResults = (one: SuiteResult, other: SuiteResult): SuiteComparison => ({
  ...{ title: one.title, agents: [one.agent, other.agent] },
  ...compareRuns(one.attempts.map(comparedRun), other.attempts.map(comparedRun)),
});

const comparedRun = ({ title, persona, verdict, record }: Attempt): ComparedRun => ({
  ...{ title, persona, verdict, latenciesMs: record?.latenciesMs ?? [] },
  words: JSON.stringify(record?.transcript.map(({ speaker, words }) => [speaker, words]) ?? null),
});

/** Compares the runs of a suite in their order. */
export function compareRuns(one: readonly ComparedRun[], other: readonly ComparedRun[]): RunComparison {
  const all = one.map((run, at) => [run, other[at]] as const);
  const pairs = all.filter((pair) => pair.every(isDecided));
  const only = (first: boolean): number =>
    pairs.filter(([a, b]) => isPassed(a) === first && isPassed(b) === !first).length;
  const [worse, better] = [only(true), only(false)];
  const others = byConversation(other);
  return {
    ...{ better, worse, chance: signTest(better, worse), untold: all.length - pairs.length },
    conversations: [...byConversation(one).values()].flatMap(([first, ...more]) => {
      if (!first) return [];
      const { title, persona } = first;
      const second = others.get(keyOf(first)) ?? [];
      return {
        ...{ title, persona, name: keyOf(first), runs: more.length + 1 },
        passed: [passedOf([first, ...more]), passedOf(second)] as const,
        isSame: first.words === second[0]?.words,
      };
    }),
    passAt1: [passRates(one).at1, passRates(other).at1],
    medianLatencyMs: [medianOf(one), medianOf(other)],
  };
}

const isDecided = (run: ComparedRun | undefined): boolean => run?.verdict === 'passed' || run?.verdict === 'failed';

const isPassed = (run: ComparedRun | undefined): boolean => run?.verdict === 'passed';

const passedOf = (runs: readonly ComparedRun[]): number => runs.filter(isPassed).length;

const medianOf = (runs: readonly ComparedRun[]): number | null =>
  quantileOf(inOrder(runs.map(({ latenciesMs }) => latenciesMs)), 0.5);
