import type { Principal } from '../../domain/accounts/principal.ts';
import { callerIdReports, type CallerIdReport } from '../../domain/campaigns/caller-id-state.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';
import { ownCampaign } from './read-campaigns.ts';

interface Ports {
  readonly campaigns: Pick<CampaignRepository, 'find'>;
  readonly agents: Pick<AgentRepository, 'find'>;
  readonly phoneNumbers: Pick<PhoneNumberRepository, 'findMany'>;
  readonly clock: Clock;
}

/** Lists the numbers of a campaign's pool, and those it called from before: their calls, and until when they rest and why. */
export const listCallerIds =
  (ports: Ports) =>
  async (principal: Principal, campaignId: string): Promise<readonly CallerIdReport[]> => {
    const { campaign, gate } = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    const { org_id, agent_id, orchestrator_metadata } = campaign;
    const pool = orchestrator_metadata.caller_id_pool;
    const callerIds = gate.caller_ids ?? {};
    const numbers = [...new Set([...(pool?.numbers ?? []), ...Object.keys(callerIds)])];
    const provider = (await ports.agents.find(org_id, agent_id))?.telephony?.provider;
    const own = (await ports.phoneNumbers.findMany(numbers)).filter((number) => number.org_id === org_id);
    const known = new Map(
      own.map(({ phone_number, resting, ...number }) => [
        phone_number,
        { isUsable: number.provider === provider, resting: resting ?? null },
      ]),
    );
    return callerIdReports(pool, callerIds, known, ports.clock.now());
  };
