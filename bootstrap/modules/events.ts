import { ContainerModule } from 'inversify';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentEventLeases } from '../../adapters/documents/campaign-engine-leases.ts';
import { documentEventDeliveries } from '../../adapters/documents/event-deliveries.ts';
import { documentEventEndpoints } from '../../adapters/documents/event-endpoints.ts';
import { openEventOutbox } from '../../adapters/documents/event-outbox.ts';
import { DeliveryEngine } from '../../application/events/delivery-engine.ts';
import { eventRecorder } from '../../application/events/event-recorder.ts';
import { EventRelay } from '../../application/events/event-relay.ts';
import { eventUseCases } from '../../application/events/index.ts';
import { recordCallEvents } from '../../application/events/record-call-events.ts';
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
    has(
      'calls',
      async ({ documents, eventRecorder: recorder }) =>
        recordCallEvents(await documentCalls(documents), recorder, prefix),
      'documents',
      'eventRecorder',
    );
    has(
      'eventUseCases',
      eventUseCases,
      'eventEndpoints',
      'eventDeliveries',
      'deliveryEngine',
      'operatorServers',
      'opaqueTokens',
      'cipher',
      'ids',
      'clock',
    );
  });

function stores(has: ReturnType<typeof provide>): void {
  has('eventEndpoints', ({ documents }) => documentEventEndpoints(documents), 'documents');
  has('eventDeliveries', ({ documents }) => documentEventDeliveries(documents), 'documents');
  has('eventLeases', ({ documents }) => documentEventLeases(documents), 'documents');
  has('eventOutbox', ({ documents }) => openEventOutbox(documents), 'documents');
}
