import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { RunOutcome } from '../../domain/campaigns/run-outcome.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';

/** Changes to a run that was read. */
export interface RunChange {
  readonly seen: QueuedRun;
  readonly changes: Partial<QueuedRun>;
  /** The events that the change causes, stored in the same write. A run records events once: when it ends. */
  readonly events?: readonly RecordedEvent[];
}

export interface DueRuns {
  readonly runs: readonly QueuedRun[];
  /** When none is due: the earliest time at which one is, or null. */
  readonly next: string | null;
}

/** For storing queued runs. Each attempt of a campaign's contact exists once. */
export interface QueuedRunRepository {
  /** Adds runs in this order; skips existing attempts. */
  addAll(runs: readonly QueuedRun[]): Promise<void>;
  find(runId: string): Promise<QueuedRun | null>;
  /** The existing runs among these ids, in any order. */
  findMany(runIds: readonly string[]): Promise<QueuedRun[]>;
  /** The runs due now: first delayed ones, earliest first, then by contact. */
  due(campaignId: string, now: string, limit: number): Promise<DueRuns>;
  /** The number of runs that are dialling or in a call. */
  countActive(campaignId: string): Promise<number>;
  /** Replaces the given fields if the run is unchanged: the changed run, or null. */
  change(seen: QueuedRun, changes: Partial<QueuedRun>): Promise<QueuedRun | null>;
  /**
   * Changes several runs and returns how many were unchanged before. After an error some may have changed; the caller
   * reads to find out which.
   */
  changeAll(changes: readonly RunChange[]): Promise<number>;
  /** Runs of any campaign whose lease expired, oldest first. */
  overdue(now: string, limit: number): Promise<QueuedRun[]>;
  /** A campaign's final runs with one of these outcomes, from this contact on, ordered by contact. */
  listFinal(
    campaignId: string,
    outcomes: readonly RunOutcome[],
    fromContact: number,
    limit: number,
  ): Promise<QueuedRun[]>;
  /** Queued and judged runs of a campaign that have a time to wait for, from this contact on, ordered by contact. */
  listDelayed(campaignId: string, fromContact: number, limit: number): Promise<QueuedRun[]>;
  /**
   * Callbacks of an organisation: those that are not over, by agreed time, in the place of those that are retried their last
   * attempts; or all, from the latest time on.
   */
  listCallbacks(
    orgId: string,
    page: { readonly upcoming: boolean; readonly limit: number; readonly offset: number },
  ): Promise<QueuedRun[]>;
  /** All runs of a campaign at these positions, and those that call back the persons there, in any order. */
  ofPersons(campaignId: string, positions: readonly number[]): Promise<QueuedRun[]>;
  /** The runs of some of a campaign's contacts, from this contact on, ordered by contact. Empty: there are no more. */
  ofContacts(campaignId: string, fromContact: number): Promise<QueuedRun[]>;
  /** Removes all runs of a campaign. */
  removeAll(campaignId: string): Promise<void>;
}
