import type { EventUseCases } from '../../../application/events/index.ts';
import type { ResendRange } from '../../../application/events/resend-events.ts';
import type { SecretRotation } from '../../../application/events/rotate-secret.ts';
import type { EventEndpointChange, NewEventEndpoint } from '../../../domain/events/event-endpoint.ts';
import { created, done, listed, ok, type Body, type Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';

export const eventEndpointHandlers = (events: EventUseCases) =>
  ({
    listEventEndpoints: async ({ principal }) => ok(await events.listEndpoints(principal)),
    createEventEndpoint: async ({ principal }, body: Body<NewEventEndpoint>) =>
      created(await events.createEndpoint(principal, body)),
    getEventEndpoint: async ({ principal, path }) => ok(await events.readEndpoint(principal, path('endpoint_id'))),
    updateEventEndpoint: async ({ principal, path }, body: Body<EventEndpointChange>) =>
      ok(await events.updateEndpoint(principal, path('endpoint_id'), body)),
    deleteEventEndpoint: async ({ principal, path }) => {
      await events.deleteEndpoint(principal, path('endpoint_id'));
      return done('Event endpoint deleted');
    },
    rotateEventSecret: async ({ principal, path }, body: Body<SecretRotation>) =>
      ok(await events.rotateSecret(principal, path('endpoint_id'), body)),
    sendTestEvent: async ({ principal, path }) => created(await events.sendTest(principal, path('endpoint_id'))),
    listEventDeliveries: async ({ principal, path, query }) => {
      const page = await events.listDeliveries(principal, path('endpoint_id'), pageOf(query));
      const { deliveries, ...beside } = page;
      return listed({ items: deliveries, name: 'deliveries', beside });
    },
    resendEvents: async ({ principal, path }, body: Body<ResendRange>) =>
      ok(await events.resendAll(principal, path('endpoint_id'), body)),
    resendEvent: async ({ principal, path }) =>
      ok(await events.resend(principal, path('endpoint_id'), path('event_id'))),
  }) satisfies Partial<Handlers>;
