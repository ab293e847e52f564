import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallCost, CostPart } from '../../domain/costs/call-cost.ts';
import type { UsageItem } from '../../domain/costs/usage.ts';

/** For storing what calls cost. Costs of other organisations are not found. */
export interface CallCostRepository {
  /** Stores the cost of one part of a call, or returns false when that part has one. */
  add(cost: CallCost): Promise<boolean>;
  /** The costs of a call, in the order they were added. */
  list(orgId: string, callId: string): Promise<CallCost[]>;
}

/** For recording usage. */
export interface CostRecorder {
  /** Rates usage of a call at the prices of now and stores it, once per part. A repetition changes nothing. */
  record(call: CallLog, part: CostPart, usage: readonly UsageItem[]): Promise<void>;
}
