import type { Caller } from '../../domain/accounts/caller.ts';
import { move, type Command } from '../../domain/campaigns/campaign.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import { changeCampaign } from './change-campaign.ts';
import type { CampaignEngine } from './engine.ts';
import { untilQuiet } from './place-call.ts';
import { ownCampaign } from './read-campaigns.ts';

interface Ports {
  readonly campaigns: CampaignRepository;
  readonly campaignEngine: Pick<CampaignEngine, 'poke'>;
  readonly clock: Clock;
}

/**
 * Starts, pauses or resumes a campaign, or refuses what is illegal in its state. The first dial follows at once; after a
 * pause has been answered no dial goes out any more. A resumed campaign has a clean breaker.
 */
export const moveCampaign =
  ({ campaigns, campaignEngine, clock }: Ports) =>
  async (caller: Caller, campaignId: string, command: Command): Promise<void> => {
    const own = await ownCampaign({ campaigns }, caller, 'campaigns.write', campaignId);
    const moved = await changeCampaign(campaigns, own, ({ campaign, gate }) => ({
      campaign: move(campaign, command, clock.now()),
      gate: { breaker: command === 'resume' ? [] : gate.breaker },
    }));
    if (command === 'pause') await untilQuiet(clock, moved);
    else campaignEngine.poke(moved.campaign.org_id);
  };
