import { applySamples } from '../../domain/campaigns/outcome-accounting.ts';
import { selfPause } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { classifyRefusal } from '../../domain/campaigns/carrier-refusal.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import { logBreaker } from './breaker-probe.ts';
import { changeCampaign } from './change-campaign.ts';
import { type PlaceCallPorts, type DialPermit, DIAL_PERMIT_TTL_MS } from './dial-permit.ts';

export async function afterFailure(
  ports: PlaceCallPorts,
  permit: DialPermit,
  run: QueuedRun,
  callId: string,
  error: unknown,
): Promise<void> {
  const { outcomeRecorder, clock, log, campaignMeter } = ports;
  const about = { org_id: run.org_id, campaign_id: run.campaign_id, call_id: callId };
  if (!(error instanceof CarrierFailure && error.isDefinite)) {
    campaignMeter.answered('unknown');
    // Unconfirmed: the call's lease expires and reconciliation asks the carrier.
    return log.warn('campaign.dial_unanswered', { ...about, reason: String(error) });
  }
  campaignMeter.answered('refused');
  const verdict = classifyRefusal(error, permit.route.provider);
  log.warn('campaign.dial_refused', { ...about, status: error.status, verdict: verdict.kind });
  if (verdict.kind === 'final') {
    await outcomeRecorder.record(run, verdict.outcome);
    return permit.route.endRefused(callId, error);
  }
  permit.pacer.suspend(verdict.waitMs, clock.monotonic());
  const waitMs = verdict.kind === 'stop' ? DIAL_PERMIT_TTL_MS : verdict.waitMs;
  await ports.requeue({ run, callId, route: permit.route, owner: permit.owner, waitMs });
  if (verdict.kind === 'stop') {
    await pauseCampaign(ports, permit.record, verdict.reason);
    await permit.route.recordDelay(callId, error);
  } else if (verdict.isFailure) await recordBreakerFailure(ports, permit.record, run);
}

/**
 * Pauses a campaign whose carrier needs a user's action. The refused run stays queued with its call and is dialled on
 * resume, after every permit given before the pause has expired.
 */
export const pauseCampaign = (
  { campaigns, clock }: Pick<PlaceCallPorts, 'campaigns' | 'clock'>,
  record: CampaignRecord,
  reason: string,
): Promise<unknown> =>
  changeCampaign(campaigns, record, ({ campaign }) =>
    campaign.state === 'running' ? { campaign: selfPause(campaign, reason, clock.now()) } : {},
  );

/** Records a refusal that is not about this contact in the circuit breaker. */
async function recordBreakerFailure(
  { campaigns, clock, log }: PlaceCallPorts,
  record: CampaignRecord,
  { queued_run_id }: QueuedRun,
): Promise<void> {
  let changed: Parameters<typeof logBreaker> = [log, record.campaign];
  await changeCampaign(campaigns, record, (seen) => {
    const { breaker, stop } = applySamples(seen, [{ queued_run_id, sample: 'failure' }], clock.now());
    changed = [log, seen.campaign, stop];
    return { campaign: stop, gate: { breaker } };
  });
  logBreaker(...changed);
}
