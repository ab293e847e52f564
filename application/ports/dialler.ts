import type { OwnNumbers } from '../../domain/campaigns/caller-id-choice.ts';
import type { CallerIdPool } from '../../domain/campaigns/caller-id-pool.ts';
import type { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';

/** For placing the calls of campaigns. */
export interface Dialler {
  /**
   * Opens a route for an agent's calls, from the numbers of a pool, else from this number, else from the agent's own. Rejects
   * what needs a user's action, such as a pool without a number that may be used.
   */
  openRoute(orgId: string, agentId: string, fromNumber: string | null, pool?: CallerIdPool): Promise<DialRoute>;
  /** Ensures that the call has a lease, so that reconciliation finds it, whatever the concurrency limit. */
  ensureLease(orgId: string, callId: string): Promise<void>;
  /** Cancels a live call that was certainly not dialled, with the reason for users. */
  cancel(orgId: string, callId: string, reason: string): Promise<void>;
}

/** An agent, its carrier and the caller IDs by which a campaign dials. */
export interface DialRoute {
  /** The carrier. */
  readonly provider: string;
  /** The numbers of the pool that the organisation has at the carrier. Empty without a pool. */
  readonly ownNumbers: OwnNumbers;
  /** Least time between two dials of the account, in ms. 0: the carrier sets none. */
  readonly spacingMs: number;
  /** Maximum dials to decide at once; one where the carrier limits the rate. */
  readonly dialsAtOnce: number;
  /** Milliseconds until a dial may be decided at the account's dial rate. */
  untilDial(): Promise<number>;
  /** Records a decided dial: this process's next dial of the account waits for it, in any campaign. */
  dialDecided(): void;
  /** Schedules the account's next dial and returns the milliseconds until it; null: not soon enough. */
  scheduleDial(): Promise<number | null>;
  /**
   * Reserves slots for calls in this order, for their ring time, leaving `spare` slots free. Returns the calls that
   * have one. Rejects when a quota of the organisation is reached.
   */
  reserve(calls: readonly ReservedCall[], spare: number): Promise<ReadonlySet<string>>;
  /** Releases the slot. */
  release(callId: string): Promise<void>;
  /** Writes the logs of calls about to be dialled; of those that exist from an earlier attempt only another caller ID. */
  register(calls: readonly PlannedCall[]): Promise<void>;
  /** Dials once. A definite `CarrierFailure` means it was not dialled. After any other error it is unconfirmed. */
  dial(call: PlannedCall): Promise<void>;
  /** Records why a call is dialled later. */
  recordDelay(callId: string, failure: CarrierFailure): Promise<void>;
  /** Ends a call that was definitely refused and releases its slot. */
  endRefused(callId: string, failure: CarrierFailure): Promise<void>;
}

export interface ReservedCall {
  readonly call_id: string;
  /** It may have a slot from an earlier attempt. */
  readonly isRetry: boolean;
}

export interface PlannedCall {
  readonly call_id: string;
  readonly campaign_id: string;
  readonly queued_run_id: string;
  readonly to_number: string;
  readonly custom_variables: Readonly<Record<string, string>>;
  /** The number of the pool that it is dialled from. Null: there is no pool any more. Absent: there was none. */
  readonly from_number?: string | null;
  /** It may have a log from an earlier attempt. */
  readonly isRetry?: boolean;
}
