import { documentAccountDials } from '../../adapters/documents/account-dials.ts';
import { documentAgentCanaries } from '../../adapters/documents/agent-canaries.ts';
import { documentAgentDrafts } from '../../adapters/documents/agent-drafts.ts';
import { documentAgentVersions } from '../../adapters/documents/agent-versions.ts';
import { documentAgents } from '../../adapters/documents/agents.ts';
import { documentAnalysisRuns } from '../../adapters/documents/analysis-runs.ts';
import { documentApiKeys } from '../../adapters/documents/api-keys.ts';
import { documentAuditEvents } from '../../adapters/documents/audit-events.ts';
import { documentBudgets } from '../../adapters/documents/budgets.ts';
import { documentCallAnalyses } from '../../adapters/documents/call-analyses.ts';
import { documentCallLeases } from '../../adapters/documents/call-leases.ts';
import { documentCallCosts } from '../../adapters/documents/call-costs.ts';
import { documentCallMetrics } from '../../adapters/documents/call-metrics.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentCampaigns } from '../../adapters/documents/campaigns.ts';
import type { Collection, CollectionDefinition, DocumentStore } from '../../adapters/documents/collection.ts';
import { documentCostSums } from '../../adapters/documents/cost-sums.ts';
import { documentDialCaps } from '../../adapters/documents/dial-caps.ts';
import { documentDailyCounts } from '../../adapters/documents/daily-counts.ts';
import {
  documentCampaignEngines,
  documentEngineLeases,
  documentEventLeases,
} from '../../adapters/documents/campaign-engine-leases.ts';
import { documentErasures } from '../../adapters/documents/erasures.ts';
import { documentEventDeliveries } from '../../adapters/documents/event-deliveries.ts';
import { documentEventEndpoints } from '../../adapters/documents/event-endpoints.ts';
import { documentKnowledge } from '../../adapters/documents/knowledge-documents.ts';
import { documentLimitCounts } from '../../adapters/documents/limit-counts.ts';
import { documentMemberships } from '../../adapters/documents/memberships.ts';
import { documentMigrationRecords } from '../../adapters/documents/migration-records.ts';
import { documentNumberDials } from '../../adapters/documents/number-dials.ts';
import { documentOrganisations } from '../../adapters/documents/organisations.ts';
import { documentPasswordResets } from '../../adapters/documents/password-resets.ts';
import { documentPhoneNumbers } from '../../adapters/documents/phone-numbers.ts';
import { documentProviderAuths } from '../../adapters/documents/provider-auths.ts';
import { documentQueuedRuns } from '../../adapters/documents/queued-runs.ts';
import { documentRehearsalRuns } from '../../adapters/documents/rehearsal-runs.ts';
import { documentRehearsalSuites } from '../../adapters/documents/rehearsal-suites.ts';
import { documentRehearsedConversations } from '../../adapters/documents/rehearsed-conversations.ts';
import { documentRetention } from '../../adapters/documents/retention.ts';
import { documentSsoConnections } from '../../adapters/documents/sso-connections.ts';
import { documentStoreFormat } from '../../adapters/documents/store-format.ts';
import { documentStoredUse } from '../../adapters/documents/stored-use.ts';
import { documentSuppressions } from '../../adapters/documents/suppressions.ts';
import { documentTextIndex } from '../../adapters/documents/text-index.ts';
import { documentToolSecrets } from '../../adapters/documents/tool-secrets.ts';
import { documentUsers } from '../../adapters/documents/users.ts';

/** Every document repository. A test compares this list with the folder. */
const REPOSITORIES: readonly ((engine: DocumentStore) => Promise<unknown>)[] = [
  documentUsers,
  documentOrganisations,
  documentMemberships,
  documentPasswordResets,
  documentAuditEvents,
  documentProviderAuths,
  documentToolSecrets,
  documentApiKeys,
  documentSsoConnections,
  documentAgents,
  documentAgentCanaries,
  documentAgentDrafts,
  documentAgentVersions,
  documentPhoneNumbers,
  documentCalls,
  documentCallLeases,
  documentCallCosts,
  documentCostSums,
  documentBudgets,
  documentCallMetrics,
  documentCallAnalyses,
  documentAnalysisRuns,
  documentRehearsalSuites,
  documentRehearsalRuns,
  documentRehearsedConversations,
  documentCampaigns,
  documentQueuedRuns,
  documentEngineLeases,
  documentCampaignEngines,
  documentEventLeases,
  documentEventEndpoints,
  documentEventDeliveries,
  documentAccountDials,
  documentSuppressions,
  documentNumberDials,
  documentDialCaps,
  documentDailyCounts,
  documentLimitCounts,
  documentKnowledge,
  documentTextIndex,
  documentStoredUse,
  documentRetention,
  documentErasures,
  documentMigrationRecords,
  documentStoreFormat,
];

/** A document as it is copied, whatever it is. */
export type CopiedDocument = Readonly<Record<string, unknown>>;

/** Every collection there is, as the repositories define them. */
export const collections = (): Promise<CollectionDefinition<CopiedDocument>[]> => definedBy(REPOSITORIES);

/** The collections that these open, each once, learned by letting them open what keeps nothing. */
export async function definedBy(repositories: typeof REPOSITORIES): Promise<CollectionDefinition<CopiedDocument>[]> {
  const defined = new Map<string, CollectionDefinition<CopiedDocument>>();
  const recorder: DocumentStore = {
    async open<T extends object>(definition: CollectionDefinition<T>): Promise<Collection<T>> {
      defined.set(definition.name, definition as unknown as CollectionDefinition<CopiedDocument>);
      return {} as Collection<T>;
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
  for (const open of repositories) await open(recorder);
  return [...defined.values()];
}
