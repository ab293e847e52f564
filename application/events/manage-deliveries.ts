import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing, rejected } from '../../domain/errors.ts';
import { deliveryView, dueFrom, newDelivery, type EventDeliveryView } from '../../domain/events/event-delivery.ts';
import { recordedEvent, TEST_EVENT } from '../../domain/events/recorded-event.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventDeliveryRepository } from '../ports/event-deliveries.ts';
import type { EventEndpointRepository } from '../ports/event-endpoints.ts';
import type { Ids } from '../ports/ids.ts';
import type { DeliveryEngine } from './delivery-engine.ts';
import { ownEndpoint } from './manage-endpoints.ts';
import { isoAfter } from '../../domain/expiry.ts';

interface Ports {
  readonly eventEndpoints: EventEndpointRepository;
  readonly eventDeliveries: EventDeliveryRepository;
}

interface SendPorts extends Ports {
  readonly deliveryEngine: Pick<DeliveryEngine, 'wake'>;
  readonly clock: Clock;
}

/** One page of deliveries with the total. */
export interface EventDeliveryPage {
  readonly deliveries: readonly EventDeliveryView[];
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** Lists one page of an endpoint's deliveries, newest event first. */
export const listEventDeliveries =
  (ports: Ports) =>
  async (
    principal: Principal,
    endpointId: string,
    page: { limit: number; offset: number },
  ): Promise<EventDeliveryPage> => {
    const { endpoint_id } = await ownEndpoint(ports, allow(principal, 'events.read').org_id, endpointId);
    const [found, total] = await Promise.all([
      ports.eventDeliveries.list(endpoint_id, page),
      ports.eventDeliveries.count(endpoint_id),
    ]);
    return { deliveries: found.map(deliveryView), ...page, total };
  };

/** Sends an event to an endpoint again, with the same id and body, and with 24 h for its attempts. */
export const resendEvent =
  (ports: SendPorts) =>
  async (principal: Principal, endpointId: string, eventId: string): Promise<EventDeliveryView> => {
    const { org_id } = allow(principal, 'events.write');
    await ownEnabled(ports, org_id, endpointId);
    const due = await ports.eventDeliveries.change(endpointId, eventId, dueFrom(ports.clock.now()));
    if (!due) throw missing('Event');
    ports.deliveryEngine.wake(org_id, [endpointId]);
    return deliveryView(due);
  };

/** Sends a test event to an endpoint, whatever types it selects. */
export const sendTestEvent =
  (ports: SendPorts & { readonly ids: Ids }) =>
  async (principal: Principal, endpointId: string): Promise<EventDeliveryView> => {
    const { org_id } = allow(principal, 'events.write');
    await ownEnabled(ports, org_id, endpointId);
    const now = ports.clock.now();
    const event = { type: TEST_EVENT, subject: endpointId, call_id: null, data: { endpoint_id: endpointId } } as const;
    const delivery = newDelivery(recordedEvent(`evt_${ports.ids.next()}`, org_id, event, now), endpointId, 1, now);
    await ports.eventDeliveries.addAll([delivery]);
    ports.deliveryEngine.wake(org_id, [endpointId]);
    return deliveryView(delivery);
  };

/** Requires an enabled endpoint of the organisation. */
export async function ownEnabled(
  ports: Pick<Ports, 'eventEndpoints'>,
  orgId: string,
  endpointId: string,
): Promise<void> {
  const { state } = await ownEndpoint(ports, orgId, endpointId);
  if (state === 'disabled') throw rejected('The event endpoint is disabled: enable it first');
}

/** How long deliveries are listed, in ms. */
const LISTED_MS = 30 * 24 * 60 * 60 * 1_000;

/** Removes deliveries of events that are older than 30 days. */
export const expireEventDeliveries =
  ({ eventDeliveries, clock }: Pick<SendPorts, 'eventDeliveries' | 'clock'>) =>
  (): Promise<void> =>
    eventDeliveries.removeBefore(isoAfter(clock.now(), -LISTED_MS));
