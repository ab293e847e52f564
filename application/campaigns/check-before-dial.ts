import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { DialCaps } from '../../domain/campaigns/dial-caps.ts';
import { deferralByCap, type DialDeferral } from '../../domain/campaigns/dial-deferral.ts';
import { toDeferred, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { cappedDials, dialCapsOf, type WantedDial } from '../count-dials.ts';
import { preparedRuns, type CallbackPorts } from './prepare-callbacks.ts';
import type { PlaceCallPorts } from './dial-permit.ts';
import { checkDoNotCall, type DoNotCallPorts } from './check-do-not-call.ts';
import { rejudgeDeferrals } from './rejudge-deferrals.ts';

type Ports = DoNotCallPorts & CallbackPorts & Pick<PlaceCallPorts, 'campaigns' | 'numberDials' | 'dialCaps'>;

/** Due runs read at once after some were refused. */
const BATCH = 100;
/** Batches without a dialable run in one admission. The next round continues. */
const BATCHES_MAX = 10;

/** Runs that may be dialled, as far as lists and rules about their numbers go, and when that was checked. */
export interface DialableRuns {
  readonly runs: readonly QueuedRun[];
  /** When there is none: the time of the next due run, or null. A time in the past: there may be more. */
  readonly next: string | null;
  /** The caps that their dials must keep when they are counted. */
  readonly caps: DialCaps;
  readonly at: Date;
  readonly monotonic: number;
}

/**
 * Reads up to `most` due runs. Those that must not be dialled end here, with a refusal as their outcome and its evidence,
 * without a slot or a share of the dial rate; those whose number was erased without evidence. Those that may be dialled only
 * later wait.
 */
export async function dialableRuns(ports: Ports, record: CampaignRecord, most: number): Promise<DialableRuns> {
  const { runs, clock } = ports;
  const { org_id, campaign_id, orchestrator_metadata } = record.campaign;
  let limit = most;
  let isJudged = true;
  for (let batch = 0; ; batch += 1) {
    // Before lists and rules are read: a change of them waits until permits as old as this have expired.
    const [at, monotonic] = [clock.now(), clock.monotonic()];
    const caps = await dialCapsOf(ports, org_id, orchestrator_metadata.dial_caps);
    if (batch === 0) isJudged = await rejudgeDeferrals(ports, record, caps, at);
    const due = await runs.due(campaign_id, at.toISOString(), limit);
    const { callable, deferrals } = await checkDoNotCall(ports, record, await preparedRuns(ports, due.runs));
    await defer(ports, deferrals);
    const dialable = await withoutCapped(ports, callable, caps);
    if (dialable.length > 0 || due.runs.length === 0 || batch === BATCHES_MAX)
      return {
        runs: dialable.slice(0, most),
        next: due.runs.length === 0 && isJudged ? due.next : at.toISOString(),
        caps,
        at,
        monotonic,
      };
    limit = BATCH;
  }
}

/** Defers the runs whose number has reached a cap and returns the others. */
async function withoutCapped(ports: Ports, due: readonly QueuedRun[], caps: DialCaps): Promise<readonly QueuedRun[]> {
  const orgId = due[0]?.org_id;
  if (orgId === undefined) return due;
  const capped = await cappedDials(ports, orgId, caps, due.map(dialOf));
  await defer(ports, deferralsBy(due, capped, ports.clock.now()));
  return due.filter(({ queued_run_id }) => !capped.has(queued_run_id));
}

/** How the dial of a run counts for its number. */
export const dialOf = ({ queued_run_id, phone_number }: QueuedRun): WantedDial => ({
  dial_id: queued_run_id,
  phone_number,
});

/** The deferrals of runs whose number has reached a cap. */
export const deferralsBy = (
  due: readonly QueuedRun[],
  capped: Awaited<ReturnType<typeof cappedDials>>,
  now: Date,
): ReadonlyMap<QueuedRun, DialDeferral> =>
  new Map(
    due.flatMap((run) => {
      const reached = capped.get(run.queued_run_id);
      return reached ? [[run, deferralByCap(reached, now)] as const] : [];
    }),
  );

/** Stores why runs wait. Those that changed are another engine's. */
export async function defer(
  { runs, clock }: Pick<Ports, 'runs' | 'clock'>,
  deferrals: ReadonlyMap<QueuedRun, DialDeferral>,
): Promise<void> {
  const now = clock.now();
  const changes = [...deferrals].map(([seen, deferral]) => ({ seen, changes: toDeferred(seen, deferral, now) }));
  if (changes.length > 0) await runs.changeAll(changes);
}
