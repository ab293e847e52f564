import { allow, type Principal } from '../../domain/accounts/principal.ts';
import {
  CostReport,
  reportMonths,
  totalView,
  type CostGroup,
  type CostGrouping,
  type Months,
} from '../../domain/costs/cost-report.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { CostSumRepository } from '../ports/costs.ts';

interface Ports {
  readonly costSums: Pick<CostSumRepository, 'list'>;
  readonly agents: Pick<AgentRepository, 'find'>;
  readonly campaigns: Pick<CampaignRepository, 'find'>;
  readonly clock: Clock;
}

export interface CostQuery extends Partial<Months> {
  readonly group_by?: CostGrouping | undefined;
  readonly agent_id?: string | undefined;
  readonly campaign_id?: string | undefined;
}

/** What the calls of the active organisation cost, from sums: the time of a request grows with agents and campaigns, not with calls. */
export const readCosts =
  (ports: Ports) =>
  async (principal: Principal, query: CostQuery, { limit, offset }: { limit: number; offset: number }) => {
    const { costSums, clock } = ports;
    const { org_id } = allow(principal, 'costs.read');
    const { group_by = 'month', agent_id, campaign_id } = query;
    const months = reportMonths(query, group_by, clock.now());
    const filter = { ...(agent_id !== undefined && { agent_id }), ...(campaign_id !== undefined && { campaign_id }) };
    const report = new CostReport(group_by);
    for await (const sum of costSums.list(org_id, months, filter)) report.add(sum);
    const groups = report.groups();
    const shown = groups.slice(offset, offset + limit);
    return {
      ...{ ...months, group_by },
      totals: report.totals().map(totalView),
      groups: await Promise.all(
        shown.map(async (group) => ({ ...totalView(group), ...(await nameOf(ports, org_id, group)) })),
      ),
      ...{ limit, offset, total: groups.length },
    };
  };

/** The present name of a group's agent or campaign. Null when it is deleted. */
async function nameOf({ agents, campaigns }: Ports, orgId: string, { agent_id, campaign_id }: CostGroup) {
  if (agent_id !== undefined) return { agent_name: (await agents.find(orgId, agent_id))?.name ?? null };
  if (campaign_id === undefined) return {};
  const campaign = campaign_id === null ? null : await campaigns.find(orgId, campaign_id);
  return { campaign_name: campaign?.campaign.name ?? null };
}
