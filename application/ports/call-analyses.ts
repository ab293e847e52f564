import type { CallAnalysis } from '../../domain/calls/call-analysis.ts';
import type { AnalysisFilter, CallFilter } from '../../domain/calls/call-filter.ts';
import type { AnalysisTally } from '../../domain/calls/outcome-counts.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';

/** For storing the analyses of calls, one per call, and sharing the pending ones among processes. */
export interface CallAnalysisRepository {
  /** Stores a new analysis, or returns false when its call has one, also under a race. */
  add(analysis: CallAnalysis): Promise<boolean>;
  find(orgId: string, callId: string): Promise<CallAnalysis | null>;
  /** Those of these calls, in any order. */
  findMany(orgId: string, callIds: readonly string[]): Promise<CallAnalysis[]>;
  /**
   * One page of the wanted analyses, newest call first, and the number of all. By a field only the newest 5,000 analyses
   * that are wanted otherwise are searched.
   */
  page(
    orgId: string,
    wanted: AnalysisFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly analyses: readonly CallAnalysis[]; readonly total: number }>;
  /** All wanted analyses, newest call first, read as they are consumed. */
  each(orgId: string, wanted: AnalysisFilter): AsyncIterable<CallAnalysis>;
  /** Counts an organisation's analyses by agent, status and success, in the store, without those of trials of drafts. */
  tally(orgId: string, wanted: CallFilter): Promise<AnalysisTally[]>;
  /** Counts the analyses that a run requested, by agent, status and success. */
  tallyOfRun(runId: string): Promise<AnalysisTally[]>;
  /**
   * Changes an analysis that is not pending, with all attempts to come and without a claim: null when it is pending or
   * absent.
   */
  restart(orgId: string, callId: string, change: Partial<CallAnalysis>): Promise<CallAnalysis | null>;
  /** The organisations with unclaimed pending analyses, in any order. */
  organisationsWithPending(now: string): Promise<string[]>;
  /**
   * Claims an organisation's pending analysis that was requested first, for this owner until `until`. Null when there is
   * none, or when `most` are claimed: a claim that ran out counts until it is claimed again, which comes first.
   */
  claim(orgId: string, owner: string, span: ClaimSpan, most: number): Promise<ClaimedAnalysis | null>;
  /** Renews a claim; false when it has another owner or the analysis was removed. */
  renewClaim(callId: string, owner: string, until: string): Promise<boolean>;
  /** Releases a claim; the analysis can be claimed again after `until`. An untried attempt does not count. */
  releaseClaim(
    callId: string,
    owner: string,
    back: { readonly until: string; readonly untried: boolean },
  ): Promise<void>;
  /**
   * Changes a claimed analysis, ends the claim and records these events, all in one write; false when it has another owner
   * or was removed.
   */
  finishClaim(
    callId: string,
    owner: string,
    change: Partial<CallAnalysis>,
    events?: readonly RecordedEvent[],
  ): Promise<boolean>;
}

export interface ClaimSpan {
  readonly now: string;
  readonly until: string;
}

export interface ClaimedAnalysis {
  readonly analysis: CallAnalysis;
  /** Number of claims, including this one. */
  readonly attempt: number;
}
