import { requireAnalysed } from '../../domain/campaigns/analysis-retry.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { SettingsInput } from '../../domain/campaigns/settings.ts';
import { agentsOf } from '../../domain/campaigns/variants.ts';
import type { AgentRepository } from '../ports/agents.ts';

/** Rejects a request after which retries depend on an analysis that an agent of the campaign does not make. */
export async function requireAnalyses(
  { agents }: { readonly agents: Pick<AgentRepository, 'find'> },
  campaign: Campaign,
  request: SettingsInput,
): Promise<void> {
  const { by_analysis: retry } = campaign.retry_config;
  if (!retry || (!request.retry_config?.by_analysis && !request.variants)) return;
  for (const agentId of agentsOf(campaign))
    requireAnalysed(retry, (await agents.find(campaign.org_id, agentId))?.config.analysis);
}
