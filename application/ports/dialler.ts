import type { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';

/** For placing the calls of campaigns. */
export interface Dialler {
  /** Opens a line for an agent's calls, from this number or the agent's own. Refuses what only a person can mend. */
  openRoute(orgId: string, agentId: string, fromNumber: string | null): Promise<DialRoute>;
  /** Sees to it that what became of a call is found out: one that has lost its slot gets another, whatever the limit. */
  ensureLease(orgId: string, callId: string): Promise<void>;
}

/** One way of calling: an agent, its carrier and the number that the callee sees. */
export interface DialRoute {
  /** The carrier that is asked to dial. */
  readonly provider: string;
  /** How many dials may be decided on at once; one where the carrier sets a pace. */
  readonly dialsAtOnce: number;
  /** Milliseconds until a dial may be decided on, so that the carrier's account is dialled no faster than it may be. */
  untilDial(): Promise<number>;
  /** A dial was decided on: in this process the next one waits for it, whichever campaign's it is. */
  dialDecided(): void;
  /** Takes the account's next place, to be dialled in; answers after how many milliseconds, null: not soon enough. */
  scheduleDial(): Promise<number | null>;
  /**
   * Takes the organisation's slots for calls, in this order and for as long as they may ring, as long as some are free
   * besides so many to `spare`. Answers the calls that have one. Refuses when a quota of the organisation is reached.
   */
  reserve(calls: readonly ReservedCall[], spare: number): Promise<ReadonlySet<string>>;
  /** Frees it again. */
  release(callId: string): Promise<void>;
  /** Writes the logs of calls that are about to be dialled, but for those that are there from an earlier attempt. */
  register(calls: readonly PlannedCall[]): Promise<void>;
  /** Dials once. A definite `CarrierFailure`: it was not dialled. After any other error nobody knows. */
  dial(call: PlannedCall): Promise<void>;
  /** Writes down why a call was not dialled that is dialled later. */
  recordDelay(callId: string, failure: CarrierFailure): Promise<void>;
  /** Ends a call that was refused for good, and frees its slot. */
  endRefused(callId: string, failure: CarrierFailure): Promise<void>;
}

export interface ReservedCall {
  readonly call_id: string;
  /** It may have a slot from before. */
  readonly isRetry: boolean;
}

export interface PlannedCall {
  readonly call_id: string;
  readonly campaign_id: string;
  readonly queued_run_id: string;
  readonly to_number: string;
  readonly custom_variables: Readonly<Record<string, string>>;
}
