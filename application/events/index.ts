import { area } from '../area.ts';
import { expireEventDeliveries, listEventDeliveries, resendEvent, sendTestEvent } from './manage-deliveries.ts';
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
  resend: resendEvent,
  sendTest: sendTestEvent,
  expire: expireEventDeliveries,
});
export type EventUseCases = ReturnType<typeof eventUseCases>;
