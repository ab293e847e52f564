import { openBreakerOf } from '../../domain/campaigns/campaign-breaker.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { grouped } from './grouped.ts';
import type { Entry } from './ledger-carrier.ts';
import type { Version } from './witness.ts';

/** A dial that was made, its run, and how its campaign stood. */
interface BreakerDial extends Entry {
  readonly call: { readonly campaign_id: string | null };
  readonly run: QueuedRun | undefined;
  readonly seen: readonly Campaign[];
}

/** Dials while a breaker was not closed, apart from its probes. */
const throughOpenBreakers = (dials: readonly BreakerDial[]): string[] =>
  dials.flatMap(({ callId, at, run, seen }) => {
    const isAllowed = seen.some((campaign) => {
      const breaker = openBreakerOf(campaign);
      return breaker === null || breaker.probe_run_id === run?.queued_run_id;
    });
    return isAllowed ? [] : [`${callId} at ${at}`];
  });

/** Probes that were allowed before their time, and those that were while the one before was in a call. */
function wrongProbes(versions: ReadonlyMap<string, readonly Version[]>, dials: readonly BreakerDial[]): string[] {
  const [first] = dials;
  if (!first) return [];
  const aheadMs = first.wall.getTime() - first.at;
  const byRun = grouped(dials, ({ run }) => run?.queued_run_id);
  return [...versions.values()].flatMap((all) =>
    all.flatMap(({ at, campaign }, index) => {
      const before = all[index - 1]?.campaign;
      const [known, probe] = [before ? openBreakerOf(before) : null, probeOf(campaign)];
      if (!known || probe === undefined || probe === known.probe_run_id) return [];
      const where = `${campaign.campaign_id} ${probe} at ${at}`;
      const isEarly = known.state === 'open' && at + aheadMs < Date.parse(known.probe_at);
      const isLive = (byRun.get(known.probe_run_id) ?? []).some((dial) => dial.at < at && dial.endsAt > at);
      return [...(isEarly ? [`${where}, due ${known.probe_at}`] : []), ...(isLive ? [`${where}, with another`] : [])];
    }),
  );
}

const probeOf = (campaign: Campaign): string | undefined => openBreakerOf(campaign)?.probe_run_id;

interface BreakerEvidence {
  readonly witness: { readonly versions: ReadonlyMap<string, readonly Version[]> };
  readonly isClockSteady: boolean;
}

/** What must hold of campaigns whose breaker probes. */
export const BREAKER_CHECKS: Readonly<
  Record<string, (evidence: BreakerEvidence, dials: readonly BreakerDial[]) => string[]>
> = {
  'I19 an open breaker lets no contact be dialled but its probe': (_, dials) => throughOpenBreakers(dials),
  'I19 probes are dialled in their time, one at once': ({ witness, isClockSteady }, dials) =>
    isClockSteady ? wrongProbes(witness.versions, dials) : [],
};
