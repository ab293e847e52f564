import { amountIn, amountText, sumOf } from '../costs/money.ts';
import { invalid } from '../errors.ts';
import { passRates } from './attempt.ts';
import { compareRuns } from './compare.ts';
import { inOrder, quantileOf } from './pass-rates.ts';
import type { RehearsalSideId, RehearsedConversation } from './rehearsed-conversation.ts';

export type RehearsalRunState = 'queued' | 'running' | 'completed' | 'failed' | 'canceled';

/** A suite that is held, or was. */
export interface RehearsalRun {
  readonly run_id: string;
  readonly org_id: string;
  readonly suite_id: string;
  /** That of the suite when the run was started. */
  readonly suite_title: string;
  readonly agent_id: string;
  readonly state: RehearsalRunState;
  /** `command`: it was held elsewhere and published. */
  readonly origin: 'api' | 'command';
  readonly level: 'text' | 'voice' | 'telephone';
  /** How often each conversation is held. */
  readonly runs: number;
  readonly seed: number;
  readonly only: readonly string[];
  readonly cost_limit: string | null;
  /** One, or two that are compared. */
  readonly sides: readonly RehearsalSide[];
  /** Of a completed run with two sides. Null otherwise. */
  readonly comparison: RehearsalComparison | null;
  /** Of all sides. */
  readonly conversations_total: number;
  readonly conversations_done: number;
  /** Why it failed. */
  readonly error: string | null;
  readonly remarks: readonly string[];
  readonly created_by: string;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

/** An agent that a run is held with. */
export interface RehearsalSide {
  readonly side: RehearsalSideId;
  /** What it is in words. */
  readonly title: string;
  /** Null for a draft, and for what no version is of. */
  readonly version: number | null;
  readonly is_draft: boolean;
  /** Null until the run is over. */
  readonly summary: RehearsalSummary | null;
}

/** How the conversations of a side went. */
export interface RehearsalSummary {
  readonly held: number;
  readonly passed: number;
  readonly failed: number;
  readonly undecided: number;
  readonly errors: number;
  readonly pass_at_1: number | null;
  readonly pass_hat: readonly number[];
  readonly latency_ms: { readonly median: number | null; readonly p95: number | null };
  readonly cost: { readonly currency: string; readonly amount: string; readonly unpriced: readonly string[] };
}

/** Side `b` compared with side `a`. */
export interface RehearsalComparison {
  readonly better: number;
  readonly worse: number;
  readonly untold: number;
  readonly chance: number;
  readonly pass_at_1: readonly [number | null, number | null];
  readonly median_latency_ms: readonly [number | null, number | null];
  readonly conversations: readonly {
    readonly title: string;
    readonly persona: string | null;
    readonly runs: number;
    readonly passed: readonly [number, number];
    readonly is_same: boolean;
  }[];
}

/** A version of an agent, or its draft. */
export type RehearsedVersion = number | 'draft';

/** A request for a run. */
export interface NewRehearsalRun {
  readonly version?: RehearsedVersion;
  readonly compare?: RehearsedVersion | 'published';
  readonly runs?: number;
  readonly seed?: number;
  readonly only?: readonly string[];
  readonly cost_limit?: string;
}

/** Most conversations of a run, of all its sides. */
const CONVERSATIONS_MAX = 1_000;
/** Most conversations of a run that is published, of all its sides. */
export const PUBLISHED_CONVERSATIONS_MAX = 2_000;
/** Runs of a suite that are kept once they are over: the newest. */
export const RUNS_KEPT = 50;
/** Most runs of an organisation that are not over. */
export const UNFINISHED_RUNS_MAX = 20;
/** How often a run is claimed at most: one that ends the process that has it must not end all. */
export const CLAIMS_MAX = 5;

/** How long a published run may take from one request to the next, in ms. */
export const PUBLISHING_MS = 60 * 60_000;

export const UNFINISHED: readonly RehearsalRunState[] = ['queued', 'running'];

export const isUnfinished = ({ state }: Pick<RehearsalRun, 'state'>): boolean => UNFINISHED.includes(state);

/** Validates how many conversations a run has. */
export function requireConversations(total: number): void {
  if (total === 0) throw invalid('only: no conversation of the suite has a title with one of these words');
  if (total > CONVERSATIONS_MAX)
    throw invalid(
      `runs: these are ${total} conversations, and a run has at most ${CONVERSATIONS_MAX}: lower runs, or select some with only`,
    );
}

/** The lower one of the limits of a request and of its suite. */
export function lowerCostLimit(requested: string | undefined, ofSuite: string | undefined): string | null {
  if (requested !== undefined && amountIn(requested) === null)
    throw invalid("cost_limit must be a decimal with up to two decimals, such as '2.50'");
  const limits = [requested, ofSuite].filter((limit) => limit !== undefined);
  return limits.toSorted((one, other) => (amountIn(one) ?? 0) - (amountIn(other) ?? 0))[0] ?? null;
}

/** What a run comes to that is over. `currency`: of the costs. */
export function runOutcome(
  { sides, conversations_total: total }: RehearsalRun,
  conversations: readonly RehearsedConversation[],
  currency: string,
): Pick<RehearsalRun, 'sides' | 'comparison' | 'conversations_done'> {
  const [first, second] = sides.map(({ side }) => conversations.filter((each) => each.side === side));
  const isWhole = conversations.length === total;
  return {
    sides: sides.map((side, at) => ({ ...side, summary: summaryOf((at === 0 ? first : second) ?? [], currency) })),
    comparison: isWhole && first && second ? comparisonOf(first, second) : null,
    conversations_done: conversations.length,
  };
}

function summaryOf(conversations: readonly RehearsedConversation[], currency: string): RehearsalSummary {
  const count = (wanted: RehearsedConversation['verdict']): number =>
    conversations.filter(({ verdict }) => verdict === wanted).length;
  const { at1, hat } = passRates(conversations);
  const latencies = inOrder(conversations.map(({ latencies_ms }) => latencies_ms));
  return {
    ...{ held: conversations.length, passed: count('passed'), failed: count('failed') },
    ...{ undecided: count('undecided'), errors: count('error'), pass_at_1: at1, pass_hat: hat },
    latency_ms: { median: quantileOf(latencies, 0.5), p95: quantileOf(latencies, 0.95) },
    cost: {
      ...{ currency, amount: amountText(sumOf(conversations.map(({ amount }) => amount))) },
      unpriced: [...new Set(conversations.flatMap(({ unpriced }) => unpriced))],
    },
  };
}

function comparisonOf(
  one: readonly RehearsedConversation[],
  other: readonly RehearsedConversation[],
): RehearsalComparison {
  const { better, worse, untold, chance, passAt1, medianLatencyMs, conversations } = compareRuns(
    one.map(comparedRun),
    other.map(comparedRun),
  );
  return {
    ...{ better, worse, untold, chance, pass_at_1: passAt1, median_latency_ms: medianLatencyMs },
    conversations: conversations.map(({ title, persona, runs, passed, isSame }) => ({
      ...{ title, persona, runs, passed, is_same: isSame },
    })),
  };
}

const comparedRun = ({ title, persona, verdict, words_digest, latencies_ms }: RehearsedConversation) => ({
  ...{ title, persona, verdict, words: words_digest, latenciesMs: latencies_ms },
});

/** A run as its organisation sees it. */
export type RehearsalRunView = Omit<RehearsalRun, 'org_id'>;

export const rehearsalRunView = ({ org_id: _organisation, ...run }: RehearsalRun): RehearsalRunView => run;
