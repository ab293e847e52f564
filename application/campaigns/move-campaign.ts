import type { Principal } from '../../domain/accounts/principal.ts';
import { ARCHIVED, type Agent } from '../../domain/agents/agent.ts';
import { move, type Campaign, type Command } from '../../domain/campaigns/campaign.ts';
import { agentsOf } from '../../domain/campaigns/variants.ts';
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
 * sent after a pause was answered. Resuming resets the circuit breaker. A campaign with an archived agent cannot start or
 * resume; the engine pauses a running one within seconds.
 */
export const moveCampaign =
  ({ agents, campaigns, campaignEngine, clock }: Ports) =>
  async (principal: Principal, campaignId: string, command: Command): Promise<void> => {
    const own = await ownCampaign({ campaigns }, principal, 'campaigns.write', campaignId);
    const archived = command === 'pause' ? null : await archivedAgent(agents, own.campaign);
    const moved = await changeCampaign(campaigns, own, ({ campaign, gate }) => {
      const changes = move(campaign, command, clock.now());
      if (archived)
        throw campaign.orchestrator_metadata.variants ? rejected(ARCHIVED).about(archived.name) : rejected(ARCHIVED);
      return { campaign: changes, gate: { breaker: command === 'resume' ? [] : gate.breaker } };
    });
    if (command === 'pause') await waitForInFlightDials(clock, moved);
    else campaignEngine.wake(moved.campaign.org_id);
  };

/** An agent of the campaign that makes no calls. */
async function archivedAgent(agents: Pick<AgentRepository, 'find'>, campaign: Campaign): Promise<Agent | null> {
  for (const agentId of agentsOf(campaign)) {
    const agent = await agents.find(campaign.org_id, agentId);
    if (agent?.status === 'archived') return agent;
  }
  return null;
}
