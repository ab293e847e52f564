import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';

/** For placing the calls of campaigns. */
export interface Dialler {
  /** Opens a line for an agent's calls, from this number or the agent's own. Refuses what only a person can mend. */
  open(orgId: string, agentId: string, fromNumber: string | null): Promise<Line>;
}

/** One way of calling: an agent, its carrier and the number that the callee sees. */
export interface Line {
  /** Takes one of the organisation's slots for a call, as long as it may ring, or answers false when none is free. `again`: it may have one from before. */
  reserve(callId: string, again: boolean): Promise<boolean>;
  /** Frees it again. */
  release(callId: string): Promise<void>;
  /** Writes the log of a call that is about to be dialled, unless it is there from an earlier attempt; answers it as it stands. */
  register(call: PlannedCall): Promise<CallLog>;
  /** Dials once. A definite `CarrierFailure`: it was not dialled. After any other error nobody knows. */
  dial(call: PlannedCall): Promise<void>;
  /** Ends a call that was refused for good, and frees its slot. */
  refuse(callId: string, failure: CarrierFailure): Promise<void>;
}

export interface PlannedCall {
  readonly call_id: string;
  readonly campaign_id: string;
  readonly queued_run_id: string;
  readonly to_number: string;
  readonly custom_variables: Readonly<Record<string, string>>;
}
