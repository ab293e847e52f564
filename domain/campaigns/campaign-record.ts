import type { Campaign } from './campaign.ts';
import type { Window } from './circuit-breaker.ts';
import type { RecentDials } from './pacing.ts';
import type { RunOutcome } from './run-outcome.ts';

/** A campaign with what the engine keeps of it. All of it changes in one step, or not at all. */
export interface CampaignRecord {
  readonly campaign: Campaign;
  readonly gate: DialState;
  /** Grows with every change: who decided on an earlier one is refused. */
  readonly revision: number;
}

/** What every dial passes: whoever changes it sees what everybody before did. */
export interface DialState {
  /** Of the engine that may dial. One that was overtaken has a lower one. */
  readonly epoch: number;
  readonly recent_dials: RecentDials;
  readonly breaker: Window;
  /** Outcomes that are counted, and that perhaps are not yet written on their runs. */
  readonly settling: readonly PendingOutcome[];
  /** Contacts of the source that are queued. */
  readonly loaded_rows: number;
  readonly is_loaded: boolean;
}

/** An outcome that was decided on, with everything that follows from it. */
export interface PendingOutcome {
  readonly queued_run_id: string;
  readonly outcome: RunOutcome;
  /** When the contact is dialled again; null: it is final. */
  readonly retry_at: string | null;
  /** The id of the run that dials it again. */
  readonly retry_run_id: string;
}

/** The gate of a new campaign whose contacts wait in their source, or are queued already. */
export const newDialState = (isLoaded: boolean): DialState => ({
  epoch: 0,
  recent_dials: [],
  breaker: [],
  settling: [],
  loaded_rows: 0,
  is_loaded: isLoaded,
});

/** A change of both. */
export interface CampaignRecordChange {
  readonly campaign?: Partial<Campaign>;
  readonly gate?: Partial<DialState>;
}
