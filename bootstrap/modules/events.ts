import { ContainerModule } from 'inversify';
import { documentAgentCanaries } from '../../adapters/documents/agent-canaries.ts';
import { documentAgents } from '../../adapters/documents/agents.ts';
import { documentBudgets } from '../../adapters/documents/budgets.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentCampaigns } from '../../adapters/documents/campaigns.ts';
import { documentEventLeases } from '../../adapters/documents/campaign-engine-leases.ts';
import { documentEventDeliveries } from '../../adapters/documents/event-deliveries.ts';
import { documentEventEndpoints } from '../../adapters/documents/event-endpoints.ts';
import { openEventOutbox } from '../../adapters/documents/event-outbox.ts';
import { documentQueuedRuns } from '../../adapters/documents/queued-runs.ts';
import { DeliveryEngine } from '../../application/events/delivery-engine.ts';
import { eventRecorder } from '../../application/events/event-recorder.ts';
import { EventRelay } from '../../application/events/event-relay.ts';
import { eventUseCases } from '../../application/events/index.ts';
import {
  recordAgentEvents,
  recordBudgetEvents,
  recordCallEvents,
  recordCampaignEvents,
  recordCanaryEvents,
  recordContactEvents,
} from '../../application/events/record-events.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';

/** Event endpoints, the delivery of events, and the repositories whose changes record events. */
export const eventsModule = ({ prefix }: Config['api']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    stores(has);
    has(
      'deliveryEngine',
      (ports) => new DeliveryEngine(ports),
      'eventEndpoints',
      'eventDeliveries',
      'eventSender',
      'eventLeases',
      'cipher',
      'ids',
      'clock',
      'log',
    );
    has(
      'eventRelay',
      (ports) => new EventRelay(ports),
      'eventOutbox',
      'eventEndpoints',
      'eventDeliveries',
      'deliveryEngine',
      'clock',
      'log',
    );
    has('eventRecorder', eventRecorder, 'eventEndpoints', 'eventRelay', 'ids', 'clock');
    recorded(has, prefix);
    has(
      'eventUseCases',
      eventUseCases,
      'eventEndpoints',
      'eventDeliveries',
      'deliveryEngine',
      'operatorServers',
      'opaqueTokens',
      'cipher',
      ...(['users', 'memberships', 'organisations', 'confirmationPolicy', 'mailer', 'publicAppUrl'] as const),
      'ids',
      'clock',
      'log',
    );
  });

/** The repositories whose changes record events. */
function recorded(has: ReturnType<typeof provide>, prefix: string): void {
  const needs = ['documents', 'eventRecorder'] as const;
  has(
    'budgets',
    async ({ documents, eventRecorder: recorder, clock }) =>
      recordBudgetEvents(await documentBudgets(documents), recorder, clock),
    ...needs,
    'clock',
  );
  has(
    'agents',
    async ({ documents, eventRecorder: recorder }) => recordAgentEvents(await documentAgents(documents), recorder),
    ...needs,
  );
  has(
    'agentCanaries',
    async ({ documents, eventRecorder: recorder }) =>
      recordCanaryEvents(await documentAgentCanaries(documents), recorder),
    ...needs,
  );
  has(
    'calls',
    async ({ documents, eventRecorder: recorder }) =>
      recordCallEvents(await documentCalls(documents), recorder, prefix),
    ...needs,
  );
  has(
    'campaigns',
    async ({ documents, eventRecorder: recorder }) =>
      recordCampaignEvents(await documentCampaigns(documents), recorder),
    ...needs,
  );
  has(
    'runs',
    async ({ documents, eventRecorder: recorder }) =>
      recordContactEvents(await documentQueuedRuns(documents), recorder),
    ...needs,
  );
}

function stores(has: ReturnType<typeof provide>): void {
  has('eventEndpoints', ({ documents }) => documentEventEndpoints(documents), 'documents');
  has('eventDeliveries', ({ documents }) => documentEventDeliveries(documents), 'documents');
  has('eventLeases', ({ documents }) => documentEventLeases(documents), 'documents');
  has('eventOutbox', ({ documents }) => openEventOutbox(documents), 'documents');
}
