import { patchCall } from '../../domain/calls/call-patch.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { changeCampaign } from './change-campaign.ts';
import { waitForInFlightDials } from './place-call.ts';
import { ownCampaign } from './read-campaigns.ts';

/** So many of its calls are looked at in one step. */
const PAGE = 500;

interface Ports {
  readonly calls: CallRepository;
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly clock: Clock;
}

/**
 * Removes a campaign after its runs. Calls that go on go on, and the logs of all calls stay. A call that was registered
 * and is still to be dialled is `canceled`.
 */
export const deleteCampaign =
  (ports: Ports) =>
  async (principal: Principal, campaignId: string): Promise<void> => {
    const { campaigns, runs, clock } = ports;
    const own = await ownCampaign({ campaigns }, principal, 'campaigns.delete', campaignId);
    // Whoever was about to dial finds that the campaign has moved on.
    const stopped = await changeCampaign(campaigns, own, ({ campaign: { state } }) => ({
      campaign: { state: state === 'running' ? 'paused' : state },
    }));
    await waitForInFlightDials(clock, stopped);
    await cancelUndialled(ports, own.campaign);
    await runs.removeAll(campaignId);
    await campaigns.remove(own.campaign.org_id, campaignId);
    // What was being queued meanwhile.
    await runs.removeAll(campaignId);
  };

/** Ends the calls of runs that wait for another dial: after this nobody dials them. */
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
