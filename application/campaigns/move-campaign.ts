import type { Principal } from '../../domain/accounts/principal.ts';
import { ARCHIVED } from '../../domain/agents/agent.ts';
import { move, type Command } from '../../domain/campaigns/campaign.ts';
import { rejected } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import { changeCampaign } from './change-campaign.ts';
import type { CampaignEngine } from './campaign-engine.ts';
import { waitForInFlightDials } from './dial-permit.ts';
import { ownCampaign } from './read-campaigns.ts';

interface Ports {
  readonly agents: AgentRepository;
  readonly campaigns: CampaignRepository;
  readonly campaignEngine: Pick<CampaignEngine, 'wake'>;
  readonly clock: Clock;
}

/**
 * Starts, pauses or resumes a campaign, or rejects an illegal transition. The first dial follows at once. No dial is
 * sent after a pause was answered. Resuming resets the circuit breaker. A campaign of an archived agent cannot start or
 * resume; the engine pauses a running one within seconds.
 */
export const moveCampaign =
  ({ agents, campaigns, campaignEngine, clock }: Ports) =>
  async (principal: Principal, campaignId: string, command: Command): Promise<void> => {
    const own = await ownCampaign({ campaigns }, principal, 'campaigns.write', campaignId);
    const agent = command === 'pause' ? null : await agents.find(own.campaign.org_id, own.campaign.agent_id);
    const moved = await changeCampaign(campaigns, own, ({ campaign, gate }) => {
      const changes = move(campaign, command, clock.now());
      if (agent?.status === 'archived') throw rejected(ARCHIVED);
      return { campaign: changes, gate: { breaker: command === 'resume' ? [] : gate.breaker } };
    });
    if (command === 'pause') await waitForInFlightDials(clock, moved);
    else campaignEngine.wake(moved.campaign.org_id);
  };
