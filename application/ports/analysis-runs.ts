import type { AnalysisRun } from '../../domain/calls/analysis-run.ts';

/** For storing runs of analyses, and giving each to one process at a time. */
export interface AnalysisRunRepository {
  /** Stores a new run, or returns false when the organisation has one that is running, also under a race. */
  add(run: AnalysisRun): Promise<boolean>;
  find(orgId: string, runId: string): Promise<AnalysisRun | null>;
  /** One page of an organisation's runs, newest first. */
  list(orgId: string, page: { readonly limit: number; readonly offset: number }): Promise<AnalysisRun[]>;
  count(orgId: string): Promise<number>;
  /** The number of an organisation's runs that were created from this moment on. */
  countSince(orgId: string, from: string): Promise<number>;
  /** The organisations with a running run that can be claimed, in any order. */
  organisationsWithRunning(now: string): Promise<string[]>;
  /** Claims the organisation's running run for this owner until `until`, or returns null. */
  claim(orgId: string, owner: string, until: string, now: string): Promise<AnalysisRun | null>;
  /** Changes a claimed run and renews the claim; null when it has another owner or is over. */
  advance(runId: string, owner: string, change: Partial<AnalysisRun>, until: string): Promise<AnalysisRun | null>;
  /** Ends a claim; the run can be claimed again from `from` on. */
  release(runId: string, owner: string, from: string): Promise<void>;
  /** Ends a running run, whichever owner has claimed it: the changed run, or null when it was over. */
  finish(orgId: string, runId: string, change: Partial<AnalysisRun>): Promise<AnalysisRun | null>;
}
