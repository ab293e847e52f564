import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { RunOutcome } from '../../domain/campaigns/run-outcome.ts';

/** What is to become of a run that was seen. */
export interface RunChange {
  readonly seen: QueuedRun;
  readonly changes: Partial<QueuedRun>;
}

export interface DueRuns {
  readonly runs: readonly QueuedRun[];
  /** When none may be dialled now: the earliest moment for which one waits, or null. */
  readonly next: string | null;
}

/** For keeping the dials of campaigns. Of a campaign's contact each attempt is there once. */
export interface QueuedRunRepository {
  /** Adds runs in this order, but for attempts that are there already; the same may be given again. */
  addAll(runs: readonly QueuedRun[]): Promise<void>;
  find(runId: string): Promise<QueuedRun | null>;
  /** Those of the given ids that exist, in no promised order. */
  findMany(runIds: readonly string[]): Promise<QueuedRun[]>;
  /** What may be dialled now: first what had to wait for its moment, the earliest first, then contact by contact. */
  due(campaignId: string, now: string, limit: number): Promise<DueRuns>;
  /** How many are dialling or in a call. */
  countActive(campaignId: string): Promise<number>;
  /** Replaces the given fields of a run that is still as it was seen: the changed run, or null when it is not. */
  change(seen: QueuedRun, changes: Partial<QueuedRun>): Promise<QueuedRun | null>;
  /**
   * Does the same for several, and answers how many were as they were seen. After a failure some are changed, and who
   * has to know which looks.
   */
  changeAll(changes: readonly RunChange[]): Promise<number>;
  /** Those of any campaign that nobody was heard of since their lease ran out, the oldest first. */
  overdue(now: string, limit: number): Promise<QueuedRun[]>;
  /** The final runs of a campaign with one of these outcomes, from this contact on, in the order of contacts. */
  listFinal(
    campaignId: string,
    outcomes: readonly RunOutcome[],
    fromContact: number,
    limit: number,
  ): Promise<QueuedRun[]>;
  /** Removes all of a campaign. */
  removeAll(campaignId: string): Promise<void>;
}
