import { patchCall } from '../../domain/calls/call-patch.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { changeCampaign } from './change-campaign.ts';
import { waitForInFlightDials } from './dial-permit.ts';
import { ownCampaign } from './read-campaigns.ts';

/** Calls read per page. */
const PAGE = 500;

interface Ports {
  readonly calls: CallRepository;
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly clock: Clock;
}

/**
 * Deletes a campaign and its runs. Live calls continue, and all call logs stay. A registered call that is not yet
 * dialled becomes `canceled`.
 */
export const deleteCampaign =
  (ports: Ports) =>
  async (principal: Principal, campaignId: string): Promise<void> => {
    await removeCampaign(ports, await ownCampaign(ports, principal, 'campaigns.delete', campaignId));
  };

/** Removes a campaign and its runs. Can be repeated after a failure. */
export async function removeCampaign(ports: Ports, own: CampaignRecord): Promise<void> {
  const { campaigns, runs, clock } = ports;
  const { org_id, campaign_id } = own.campaign;
  // An engine about to dial detects the changed state.
  const stopped = await changeCampaign(campaigns, own, ({ campaign: { state } }) => ({
    campaign: { state: state === 'running' ? 'paused' : state },
  }));
  await waitForInFlightDials(clock, stopped);
  await cancelUndialled(ports, own.campaign);
  await runs.removeAll(campaign_id);
  await campaigns.remove(org_id, campaign_id);
  // Removes runs queued in the meantime. A campaign of callbacks may exist again by now, under the same id.
  if (!(await campaigns.find(org_id, campaign_id))) await runs.removeAll(campaign_id);
}

/** Cancels the calls of requeued runs. No engine dials them afterwards. */
async function cancelUndialled(
  { calls, runs, clock }: Ports,
  { org_id, campaign_id }: Pick<Campaign, 'org_id' | 'campaign_id'>,
): Promise<void> {
  for (let offset = 0; ; offset += PAGE) {
    const page = await calls.listOfCampaign(org_id, campaign_id, { limit: PAGE, offset });
    const registered = page.filter(({ status }) => status === 'initiated');
    const found = await runs.findMany(registered.flatMap(({ queued_run_id }) => queued_run_id ?? []));
    const waiting = new Set(found.flatMap(({ state, call_id }) => (state === 'queued' && call_id) || []));
    const now = clock.now();
    const end = { status: 'canceled', call_response: 'canceled', end_time_utc: now.toISOString() } as const;
    for (const call of registered.filter(({ call_id }) => waiting.has(call_id)))
      await calls.update(org_id, call.call_id, call, patchCall(call, end, now));
    if (page.length < PAGE) return;
  }
}
