import { afterAttempt, type DeliveryAttempt, type EventDelivery } from '../../domain/events/event-delivery.ts';
import { openedSecret, type EventEndpoint } from '../../domain/events/event-endpoint.ts';
import { failed } from '../../domain/errors.ts';
import type { EngineLeases } from '../ports/campaign-engine-leases.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventDeliveryRepository } from '../ports/event-deliveries.ts';
import type { EventEndpointRepository } from '../ports/event-endpoints.ts';
import type { EventSender } from '../ports/event-sender.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';

export interface DeliveryPorts {
  readonly eventEndpoints: EventEndpointRepository;
  readonly eventDeliveries: EventDeliveryRepository;
  readonly eventSender: EventSender;
  readonly eventLeases: EngineLeases;
  readonly cipher: Cipher;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends a delivery once and records the attempt. Rejects when it cannot be recorded: the delivery stays due. */
export async function deliver(
  { eventDeliveries, eventSender, cipher, clock, log }: DeliveryPorts,
  endpoint: EventEndpoint,
  delivery: EventDelivery,
): Promise<DeliveryAttempt> {
  const secret = openedSecret(endpoint.secret, cipher.decrypt);
  if (secret === null) throw failed('The signing secret of the endpoint cannot be decrypted');
  const { event_id: eventId, body, endpoint_id, org_id } = delivery;
  const attempt = await eventSender.send({ url: endpoint.url, eventId, body, secrets: [secret] });
  const changes = afterAttempt(delivery, attempt, clock.now());
  await eventDeliveries.change(endpoint_id, eventId, changes);
  if (changes.state === 'parked')
    log.warn('events.parked', { org_id, endpoint_id, event_id: eventId, status: attempt.status });
  return attempt;
}
