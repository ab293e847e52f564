import type { Caller } from '../../domain/accounts/caller.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { changeCampaign } from './change-campaign.ts';
import { untilQuiet } from './place-call.ts';
import { ownCampaign } from './read-campaigns.ts';

interface Ports {
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly clock: Clock;
}

/** Removes a campaign after its runs. Calls that go on go on, and the logs of all calls stay. */
export const deleteCampaign =
  ({ campaigns, runs, clock }: Ports) =>
  async (caller: Caller, campaignId: string): Promise<void> => {
    const own = await ownCampaign({ campaigns }, caller, 'campaigns.delete', campaignId);
    // Whoever was about to dial finds that the campaign has moved on.
    const stopped = await changeCampaign(campaigns, own, ({ campaign: { state } }) => ({
      campaign: { state: state === 'running' ? 'paused' : state },
    }));
    await untilQuiet(clock, stopped);
    await runs.removeAll(campaignId);
    await campaigns.remove(own.campaign.org_id, campaignId);
    // What was being queued meanwhile.
    await runs.removeAll(campaignId);
  };
