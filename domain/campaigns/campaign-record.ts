import type { DecisionWait } from './answered-calls.ts';
import type { CallerIds } from './caller-id-state.ts';
import type { Campaign } from './campaign.ts';
import type { Window } from './circuit-breaker.ts';
import type { QueuedRun } from './queued-run.ts';
import type { RecentDials } from './pacing.ts';
import type { RetryDecision } from './retry-decision.ts';
import type { RunOutcome } from './run-outcome.ts';

/** A campaign with the state of its engine. Both change atomically. */
export interface CampaignRecord {
  readonly campaign: Campaign;
  readonly gate: DialState;
  /** Increases with each change. Writes based on an older revision are rejected. */
  readonly revision: number;
}

/** Dialling state of a campaign, shared by all engines. */
export interface DialState {
  /** Fencing token of the engine that may dial. An overtaken engine has a lower one. */
  readonly epoch: number;
  readonly recent_dials: RecentDials;
  readonly breaker: Window;
  /** Outcomes that are counted but possibly not yet written to their runs. */
  readonly settling: readonly PendingOutcome[];
  /** Contacts of the source that are queued. */
  readonly loaded_rows: number;
  readonly is_loaded: boolean;
  /** Absent: there have been none. */
  readonly callbacks?: CampaignCallbacks;
  /** The numbers of its caller ID pool. Absent: it was never called from one. */
  readonly caller_ids?: CallerIds;
  /** Absent: no rule has made a contact wait. */
  readonly deferrals?: JudgedDeferrals;
}

/** Callbacks of a campaign. */
export interface CampaignCallbacks {
  /** How many there have been. */
  readonly made: number;
  /** Those that are counted in the campaign and possibly not yet queued. */
  readonly unwritten: readonly QueuedRun[];
}

/** By what rules the contacts that wait were judged. */
export interface JudgedDeferrals {
  /** The rules in short. */
  readonly rules: string;
  /** From this contact on they were judged by other ones, and are to be judged again. Null: none was. */
  readonly from: number | null;
}

/** A counted outcome and its consequences. */
export interface PendingOutcome {
  readonly queued_run_id: string;
  readonly outcome: RunOutcome;
  /** When the contact is dialled again. Null: it is final. */
  readonly retry_at: string | null;
  /** Id of the run that retries the contact. */
  readonly retry_run_id: string;
  /** The analysis of its call is waited for: the contact is neither final nor retried before. */
  readonly judging?: DecisionWait;
  /** Why the contact, who answered, is dialled again or not. */
  readonly decision?: RetryDecision;
  /** Its outcome was counted before, when the wait for the analysis began. */
  readonly is_judged?: true;
}

/** Dialling state of a new campaign. `isLoaded`: its contacts are queued already. */
export const newDialState = (isLoaded: boolean): DialState => ({
  epoch: 0,
  recent_dials: [],
  breaker: [],
  settling: [],
  loaded_rows: 0,
  is_loaded: isLoaded,
});

/** Changes of a campaign and its dialling state. */
export interface CampaignRecordChange {
  readonly campaign?: Partial<Campaign>;
  readonly gate?: Partial<DialState>;
}
