import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { DialRoute } from '../ports/dialler.ts';
import type { Log } from '../ports/log.ts';
import type { SuppressionRepository } from '../ports/suppressions.ts';
import type { EarlierConversations } from '../ports/earlier-conversations.ts';
import type { DialCountPorts } from '../count-dials.ts';
import type { ContactRulePorts } from './contact-rules.ts';
import type { DialPacer } from './dial-pacer.ts';
import type { OutcomePorts, OutcomeRecorder } from './outcome-recorder.ts';
import { pause } from '../with-timeout.ts';

/** Lifetime of a dial permit, in ms. A later dial is not sent. */
export const DIAL_PERMIT_TTL_MS = 1_000;

export interface PlaceCallPorts extends OutcomePorts, DialCountPorts, ContactRulePorts {
  readonly calls: CallRepository;
  readonly suppressions: Pick<SuppressionRepository, 'among'>;
  readonly earlierConversations: EarlierConversations;
  readonly outcomeRecorder: OutcomeRecorder;
  /** Records that the carrier accepted a run. */
  readonly reportAccepted: (out: QueuedRun) => Promise<void>;
  /** Queues a run again that was certainly not dialled. */
  readonly requeue: (undialled: UndialledRun) => Promise<void>;
  readonly log: Log;
}

/** Permission to dial runs of a campaign, until it expires. */
export interface DialPermit {
  /** The campaign when the permit was given. */
  readonly record: CampaignRecord;
  readonly route: DialRoute;
  readonly owner: string;
  readonly pacer: DialPacer;
  /** When the last of what it depends on was checked. Its lifetime starts here. */
  readonly at: Date;
  readonly monotonic: number;
  /** The earliest time at which it could have been given, in monotonic ms. */
  readonly since: number;
}

/** A run with a slot reserved for its call. */
export interface ReservedRun {
  readonly run: QueuedRun;
  readonly callId: string;
  /** The number of the pool that it is dialled from. Null: the campaign has none. Absent: it stays as it is. */
  readonly from?: string | null;
  /** The agent that calls, where several share the contacts. */
  readonly agentId?: string;
}

/** A run that was decided and certainly not dialled. */
export interface UndialledRun extends ReservedRun {
  readonly route: DialRoute;
  readonly owner: string;
  /** When it may be dialled, in ms from now. */
  readonly waitMs: number;
}

/** A run in state `dialing`, with a log of its call. */
export interface DialAttempt extends ReservedRun {
  /** The call may have a log from an earlier attempt. */
  readonly isRetry: boolean;
}

/** Resolves when no dial permitted earlier can be sent any more. */
export function waitForInFlightDials(clock: Clock, { gate: { recent_dials } }: CampaignRecord): Promise<void> {
  const age = clock.now().getTime() - (recent_dials.at(-1) ?? -Infinity);
  return age >= DIAL_PERMIT_TTL_MS ? Promise.resolve() : waitForPermitsToExpire(clock, age);
}

/** Resolves when no dial of any campaign, permitted at least `age` ms ago, can be sent any more. */
export function waitForPermitsToExpire(clock: Clock, age = 0): Promise<void> {
  return pause(clock, DIAL_PERMIT_TTL_MS - Math.max(0, age));
}
