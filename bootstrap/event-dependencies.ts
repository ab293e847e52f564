import type { DeliveryEngine } from '../application/events/delivery-engine.ts';
import type { EventRelay } from '../application/events/event-relay.ts';
import type { EventUseCases } from '../application/events/index.ts';
import type { EngineLeases } from '../application/ports/campaign-engine-leases.ts';
import type { EventDeliveryRepository } from '../application/ports/event-deliveries.ts';
import type { EventEndpointRepository } from '../application/ports/event-endpoints.ts';
import type { EventOutbox, EventRecorder } from '../application/ports/event-outbox.ts';
import type { EventSender } from '../application/ports/event-sender.ts';

/** The dependencies that record and deliver events. */
export interface EventDependencies {
  eventEndpoints: EventEndpointRepository;
  eventDeliveries: EventDeliveryRepository;
  eventOutbox: EventOutbox;
  /** Leases of organisations, one process of which delivers its events. */
  eventLeases: EngineLeases;
  eventSender: EventSender;
  deliveryEngine: DeliveryEngine;
  eventRelay: EventRelay;
  eventRecorder: EventRecorder;
  eventUseCases: EventUseCases;
}
