import type { RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';

/** For storing runs of suites, and giving each to one process at a time. Runs of other organisations are not found. */
export interface RehearsalRunRepository {
  /** Stores a new run. */
  add(run: RehearsalRun): Promise<void>;
  /** Stores a run that is published, which cannot be claimed before `from`. False when its suite has one under this key. */
  publish(run: RehearsalRun, from: string, key: string | null): Promise<boolean>;
  /** The run of a suite that was published under this key. */
  findPublished(orgId: string, suiteId: string, key: string): Promise<RehearsalRun | null>;
  find(orgId: string, runId: string): Promise<RehearsalRun | null>;
  /** One page of the runs of a suite, newest first. */
  list(
    orgId: string,
    suiteId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<RehearsalRun[]>;
  count(orgId: string, suiteId: string): Promise<number>;
  /** The runs of an organisation that are queued or running. */
  countUnfinished(orgId: string): Promise<number>;
  /** The organisations with a run that is queued or running and may be claimed, in any order. */
  organisationsWithPending(now: string): Promise<string[]>;
  /**
   * Claims a run of an organisation for this owner until `until`: first one whose claim ran out, then the oldest queued one,
   * which is running from now on. Null when there is none, or when another one of the organisation is claimed.
   */
  claim(
    orgId: string,
    owner: string,
    span: { readonly now: string; readonly until: string },
  ): Promise<ClaimedRun | null>;
  /** Renews a claim; false when it has another owner, or the run is over. */
  renewClaim(runId: string, owner: string, until: string): Promise<boolean>;
  /** Ends a claim, which does not count; the run can be claimed again from `from` on. */
  release(runId: string, owner: string, from: string): Promise<void>;
  /** Counts the conversations of a run that is not over, if there are more than before. */
  advance(orgId: string, runId: string, done: number): Promise<void>;
  /** This published run cannot be claimed before `from`; false when it is over. */
  keepPublishing(orgId: string, runId: string, from: string): Promise<boolean>;
  /** This published run is about to have recordings; false when it is over. */
  markRecorded(run: Pick<RehearsalRun, 'org_id' | 'run_id' | 'created_at'>): Promise<boolean>;
  /** Runs that are over and have recordings, made before this moment, the oldest first. */
  listRecorded(orgId: string, before: string, limit: number): Promise<RehearsalRun[]>;
  /** This run has no recordings any more. */
  unmarkRecorded(orgId: string, runId: string): Promise<void>;
  /** Ends a run that is not over: the changed run, or null when it was over, or when this owner has no claim on it. */
  finish(orgId: string, runId: string, change: Partial<RehearsalRun>, owner?: string): Promise<RehearsalRun | null>;
  /** Removes a run that is over, and returns whether there was one. */
  remove(orgId: string, runId: string): Promise<boolean>;
}

export interface ClaimedRun {
  readonly run: RehearsalRun;
  /** Number of claims, including this one. */
  readonly attempt: number;
}
