import { documentAgents } from '../../../adapters/documents/agents.ts';
import { documentBudgets } from '../../../adapters/documents/budgets.ts';
import { documentCallAnalyses } from '../../../adapters/documents/call-analyses.ts';
import { documentCalls } from '../../../adapters/documents/calls.ts';
import { documentCampaigns } from '../../../adapters/documents/campaigns.ts';
import { documentEventLeases } from '../../../adapters/documents/campaign-engine-leases.ts';
import { documentEventDeliveries } from '../../../adapters/documents/event-deliveries.ts';
import { documentEventEndpoints } from '../../../adapters/documents/event-endpoints.ts';
import { openEventOutbox } from '../../../adapters/documents/event-outbox.ts';
import { documentQueuedRuns } from '../../../adapters/documents/queued-runs.ts';
import { engineLeasesContract } from '../../contracts/campaign-engine-leases.contract.ts';
import { eventDeliveriesContract } from '../../contracts/event-deliveries.contract.ts';
import { eventEndpointsContract } from '../../contracts/event-endpoints.contract.ts';
import { eventOutboxContract } from '../../contracts/event-outbox.contract.ts';
import { repository } from '../documents-repository.ts';

repository('event endpoints', eventEndpointsContract, documentEventEndpoints, [
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'removesMore',
]);
repository('event deliveries', eventDeliveriesContract, documentEventDeliveries, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
]);
repository(
  'event outbox',
  eventOutboxContract,
  async (store) => ({
    agents: await documentAgents(store),
    analyses: await documentCallAnalyses(store),
    budgets: await documentBudgets(store),
    calls: await documentCalls(store),
    campaigns: await documentCampaigns(store),
    runs: await documentQueuedRuns(store),
    outbox: await openEventOutbox(store),
  }),
  ['findsAll', 'changesAny', 'forgetsPages', 'changesNothing'],
);
repository('event leases', engineLeasesContract, documentEventLeases, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'changesNothing',
  'hesitates',
]);
