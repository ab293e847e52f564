import type { Agent } from '../../domain/agents/agent.ts';
import type { Micros } from '../../domain/costs/money.ts';
import type { Attempt } from '../../domain/rehearsal/attempt.ts';
import type { PlannedRun } from '../../domain/rehearsal/planned-runs.ts';
import type { Suite } from '../../domain/rehearsal/suite.ts';

/** For holding the conversations of suites without audio, with the credentials of an organisation. */
export interface RehearsalEngine {
  /** Why a suite cannot be held with an agent and those that its calls can be handed over to. No tool is really called. */
  problems(suite: Suite, agents: readonly Agent[]): string[];
  /** Opens the models of an agent and of a suite. Throws a refusal, or a VendorFailure. */
  open(plan: EnginePlan): Promise<OpenRehearsal>;
}

/** A suite that is to be held with an agent. */
export interface EnginePlan {
  readonly suite: Suite;
  readonly agent: Agent;
  /** Those that its calls can be handed over to, directly or by others. */
  readonly others: readonly Agent[];
  readonly seed: number;
  /** A decimal. */
  readonly costLimit: string | null;
  /** What it has cost before. */
  readonly spent: Micros;
}

export interface OpenRehearsal {
  /** What limits what the results mean. */
  readonly remarks: readonly string[];
  /** Holds one conversation. Never rejects: once the signal aborts, the outcome means nothing. */
  converse(planned: PlannedRun, signal: AbortSignal): Promise<Attempt>;
  close(): Promise<void>;
}
