import type { RunOutcome } from '../../domain/campaigns/retry.ts';
import type { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';

/** For placing the calls of campaigns. */
export interface Dialler {
  /** Opens a line for an agent's calls, from this number or the agent's own. Refuses what only a person can mend. */
  open(orgId: string, agentId: string, fromNumber: string | null): Promise<Line>;
}

/** One way of calling: an agent, its carrier and the number that the callee sees. */
export interface Line {
  /** Takes one of the organisation's slots for a call, or answers false when none is free. */
  reserve(callId: string): Promise<boolean>;
  /** Frees it again. */
  release(callId: string): Promise<void>;
  /** Writes the log of a call that is about to be dialled, unless it is there from an earlier attempt. */
  register(call: PlannedCall): Promise<void>;
  /** Dials once. A definite `CarrierFailure`: it was not dialled. After any other error nobody knows. */
  dial(call: PlannedCall): Promise<void>;
  /** Ends a call that was refused for good, and frees its slot. */
  refuse(callId: string, failure: CarrierFailure, outcome: RunOutcome): Promise<void>;
}

export interface PlannedCall {
  readonly call_id: string;
  readonly campaign_id: string;
  readonly queued_run_id: string;
  readonly to_number: string;
  readonly custom_variables: Readonly<Record<string, string>>;
}
