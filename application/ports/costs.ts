import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Budget } from '../../domain/costs/budget.ts';
import type { CallCost, CostPart } from '../../domain/costs/call-cost.ts';
import type { Months } from '../../domain/costs/cost-report.ts';
import type { CostSum, CostSumKey } from '../../domain/costs/cost-sum.ts';
import type { Micros } from '../../domain/costs/money.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';
import type { UsageItem } from '../../domain/costs/usage.ts';

/** For storing what calls cost. Costs of other organisations are not found. */
export interface CallCostRepository {
  /** Stores the cost of one part of a call, or returns false when that part has one. */
  add(cost: CallCost): Promise<boolean>;
  /** The costs of a call, in the order they were added. */
  list(orgId: string, callId: string): Promise<CallCost[]>;
  /** Costs of all organisations that are not marked as summed, in the order they were added. */
  unsummed(limit: number): Promise<CallCost[]>;
  /** Those of these costs that are stored and not marked. */
  stillUnsummed(costs: readonly Pick<CallCost, 'call_id' | 'part'>[]): Promise<CallCost[]>;
  /** Marks costs as summed. Those that are gone are skipped. */
  markSummed(costs: readonly Pick<CallCost, 'call_id' | 'part'>[], at: string): Promise<void>;
}

/** For storing sums of costs. Sums of other organisations are not found. */
export interface CostSumRepository {
  find(key: CostSumKey): Promise<CostSum | null>;
  /** Stores a new sum, or returns false when there is one with its key. */
  add(sum: CostSum): Promise<boolean>;
  /** Changes a sum that has not changed since it was read: false when it has. */
  change(seen: CostSum, changes: Partial<CostSum>): Promise<boolean>;
  /** Sums of all organisations that list pending costs, those that waited longest first. */
  pending(limit: number): Promise<CostSum[]>;
  /** The sums of an organisation in these months, of one agent or campaign where they are given. */
  list(
    orgId: string,
    months: Months,
    filter?: { readonly agent_id?: string; readonly campaign_id?: string },
  ): AsyncIterable<CostSum>;
  /** The amount of an organisation in a month and a currency. */
  spent(orgId: string, month: string, currency: string): Promise<Micros>;
}

/** For storing budgets, at most one per organisation. */
export interface BudgetRepository {
  find(orgId: string): Promise<Budget | null>;
  /** Stores the first budget of an organisation, or returns false when it has one. */
  add(budget: Budget): Promise<boolean>;
  /** Changes a budget that has not changed since it was read, and records these events with it: false when it has. */
  change(seen: Budget, changes: Partial<Budget>, events?: readonly RecordedEvent[]): Promise<boolean>;
  remove(orgId: string): Promise<void>;
  /** Budgets of all organisations with warnings to mail, those that waited longest first. */
  mailDue(now: string, limit: number): Promise<Budget[]>;
}

/** For recording usage. */
export interface CostRecorder {
  /** Rates usage of a call at the prices of now and stores it, once per part. A repetition changes nothing. */
  record(call: CallLog, part: CostPart, usage: readonly UsageItem[]): Promise<void>;
}

/** For keeping sums of costs when calls are erased. */
export interface CostKeeper {
  /** Resolves when the sums have every cost of the call that is stored. */
  sumUp(orgId: string, callId: string): Promise<void>;
}
