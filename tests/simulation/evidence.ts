import type { CallLog } from '../../domain/calls/call-log.ts';
import type { CallMetrics } from '../../domain/calls/call-metrics.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { SimulatedAnalyses } from './analyses.ts';
import type { SimulatedCallback } from './callbacks.ts';
import type { CapsInForce } from './contact-invariants.ts';
import type { Entry } from './ledger-carrier.ts';
import type { SimulatedNumbers } from './numbers.ts';
import type { Witness } from './witness.ts';

/** From when on nothing may be dialled for a campaign, until it runs again. */
export interface Quiet {
  readonly campaignId: string;
  readonly from: number;
}

/** A number between the answer that it is suppressed and the request to call it again. In monotonic milliseconds. */
export interface SuppressedNumber {
  readonly orgId: string;
  readonly number: string;
  from: number;
  until: number;
}

/** Everything that is known at the end. */
export interface Evidence {
  /** The campaigns as they were made, but for those that were deleted. */
  readonly planned: readonly Campaign[];
  readonly campaigns: readonly Campaign[];
  readonly runs: readonly QueuedRun[];
  readonly calls: readonly CallLog[];
  readonly leases: readonly { readonly call_id: string }[];
  readonly metrics: readonly CallMetrics[];
  readonly ledger: readonly Entry[];
  readonly witness: Pick<Witness, 'versions' | 'runs' | 'metrics'>;
  readonly quiet: readonly Quiet[];
  readonly suppressed: readonly SuppressedNumber[];
  readonly caps: readonly CapsInForce[];
  readonly callbacks: readonly SimulatedCallback[];
  readonly numbers: Pick<SimulatedNumbers, 'lost' | 'rests'>;
  readonly analyses: SimulatedAnalyses;
  /** When monotonic time was 0. */
  readonly startedAt: number;
  readonly limits: Readonly<Record<string, number>>;
  readonly isClockSteady: boolean;
  /** How often the carrier's account may dial; null: as often as anybody likes. */
  readonly dialsPerSecond: number | null;
}

/** A dial that was made, with what it was for. */
export interface Dial extends Entry {
  readonly call: CallLog;
  readonly run: QueuedRun | undefined;
  /** How its campaign stood while it was decided on and sent, within the last second. */
  readonly seen: readonly Campaign[];
}

export type Check = (evidence: Evidence, dials: readonly Dial[]) => string[];
