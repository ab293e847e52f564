import { area } from '../area.ts';
import { expireEventDeliveries, listEventDeliveries, resendEvent, sendTestEvent } from './manage-deliveries.ts';
import { notifyDisabled } from './notify-disabled.ts';
import { resendEvents } from './resend-events.ts';
import { rotateEndpointSecret } from './rotate-secret.ts';
import {
  createEventEndpoint,
  deleteEventEndpoint,
  listEventEndpoints,
  readEventEndpoint,
  updateEventEndpoint,
} from './manage-endpoints.ts';

/** Use cases of the events area. */
export const eventUseCases = area({
  listEndpoints: listEventEndpoints,
  createEndpoint: createEventEndpoint,
  readEndpoint: readEventEndpoint,
  updateEndpoint: updateEventEndpoint,
  deleteEndpoint: deleteEventEndpoint,
  listDeliveries: listEventDeliveries,
  rotateSecret: rotateEndpointSecret,
  resend: resendEvent,
  resendAll: resendEvents,
  sendTest: sendTestEvent,
  expire: expireEventDeliveries,
  notifyDisabled,
});
export type EventUseCases = ReturnType<typeof eventUseCases>;
