import type { RehearsalRun } from './rehearsal-run.ts';
import { commandOnly } from './api-suite.ts';
import { plannedRuns } from './planned-runs.ts';
import type { Suite } from './suite.ts';

/** A suite that an organisation keeps. */
export interface RehearsalSuite {
  readonly suite_id: string;
  readonly org_id: string;
  readonly agent_id: string;
  /** That of the text. */
  readonly title: string;
  readonly titles: readonly string[];
  /** Conversations of one run: each counts once for each of its personas. */
  readonly conversations: number;
  /** Whether the API can hold it. */
  readonly is_held_here: boolean;
  readonly source: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Another one after each change. */
  readonly revision: string;
}

/** A request to store a suite. */
export interface NewRehearsalSuite {
  readonly agent_id: string;
  readonly source: string;
}

/** Most suites of an organisation. */
export const REHEARSAL_SUITES_MAX = 100;

/** What is kept of the text of a suite beside it. */
export const suiteFacts = (
  suite: Suite,
): Pick<RehearsalSuite, 'title' | 'titles' | 'conversations' | 'is_held_here'> => ({
  title: suite.title,
  titles: suite.conversations.map(({ title }) => title),
  conversations: plannedRuns(suite, 1, []).length,
  is_held_here: commandOnly(suite).length === 0,
});

/** The newest run of a suite, in short. */
export interface LastRun extends Pick<RehearsalRun, 'run_id' | 'state' | 'finished_at'> {
  readonly pass_at_1: number | null;
}

/** A suite as its organisation sees it. */
export interface RehearsalSuiteView extends Omit<RehearsalSuite, 'org_id'> {
  readonly last_run: LastRun | null;
}

export const suiteView = (
  { org_id: _organisation, ...suite }: RehearsalSuite,
  last: RehearsalRun | null,
): RehearsalSuiteView => ({ ...suite, last_run: last && lastRun(last) });

const lastRun = ({ run_id, state, finished_at, sides: [first] }: RehearsalRun): LastRun => ({
  ...{ run_id, state, finished_at, pass_at_1: first?.summary?.pass_at_1 ?? null },
});

/** A suite in a list, without its text. */
export type RehearsalSuiteSummary = Omit<RehearsalSuiteView, 'source' | 'titles'>;

export const suiteSummary = (suite: RehearsalSuite, last: RehearsalRun | null): RehearsalSuiteSummary => {
  const { source: _source, titles: _titles, ...summary } = suiteView(suite, last);
  return summary;
};
