import type { Agent } from '../../domain/agents/agent.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { Contact } from '../../domain/campaigns/contacts.ts';
import type { DialCaps } from '../../domain/campaigns/dial-caps.ts';
import type { Population } from '../../domain/campaigns/population.ts';
import type { RefusedBy } from '../../domain/campaigns/refusal.ts';
import type { Suppression } from '../../domain/campaigns/suppression.ts';
import type { ExpectedUsage } from '../../domain/costs/call-estimate.ts';
import type { NumberDials } from './number-dials.ts';

/** Everything that a rehearsal rests on, as plain data. */
export interface RehearsalPlan {
  readonly start: string;
  readonly campaign: Campaign;
  /** The agents that call, the first variant first. */
  readonly agents: readonly [RehearsedAgent, ...RehearsedAgent[]];
  readonly contacts: readonly Contact[];
  readonly suppressions: readonly Suppression[];
  readonly numberDials: readonly NumberDials[];
  readonly dialCaps: DialCaps;
  /** Calls that the organisation may have at once. */
  readonly concurrentCalls: number;
  /** Least time between two dials of the carrier's account, in ms. 0: none. */
  readonly spacingMs: number;
  readonly population: Population;
}

/** An agent as far as a rehearsal knows it. */
export interface RehearsedAgent extends Pick<Agent, 'agent_id' | 'name'> {
  /** Its carrier. */
  readonly provider: string;
  readonly ringSeconds: number | null;
  /** What its answered calls use of vendors. */
  readonly usage: Omit<ExpectedUsage, 'answeredSeconds'>;
}

/** How a rehearsed campaign went. */
export interface RehearsedCampaign {
  readonly begins_at: string | null;
  /** Null: it did not end. */
  readonly ends_at: string | null;
  readonly state: Campaign['state'];
  /** Why it paused or failed. */
  readonly stopped_because: string | null;
  readonly dials: number;
  readonly contacts_dialled: number;
  readonly reached: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly refused_by: RefusedBy;
  readonly unfinished: number;
  readonly talk_minutes: number;
  readonly cost: { readonly currency: string; readonly amount: string };
  /** What callees said, most frequent first. */
  readonly callee_words: readonly { readonly text: string; readonly calls: number }[];
}

/** For rehearsing campaigns in virtual time, without any effect on stored data and without a network. */
export interface Rehearsals {
  /** Runs the campaign to its end with the real engine. Rejects with `rejected` when it takes too long. */
  run(plan: RehearsalPlan): Promise<RehearsedCampaign>;
}
