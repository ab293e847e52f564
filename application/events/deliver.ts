import { healthAfter } from '../../domain/events/endpoint-health.ts';
import { validSecrets } from '../../domain/events/endpoint-secrets.ts';
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

/**
 * Sends a delivery once and records the attempt, in the delivery and in the health of its endpoint. Rejects when it
 * cannot be recorded: the delivery stays due.
 */
export async function deliver(
  ports: DeliveryPorts,
  endpoint: EventEndpoint,
  delivery: EventDelivery,
): Promise<DeliveryAttempt> {
  const { eventDeliveries, eventSender, clock, log } = ports;
  const { event_id: eventId, body, endpoint_id, org_id } = delivery;
  const attempt = await eventSender.send({ url: endpoint.url, eventId, body, secrets: secretsOf(ports, endpoint) });
  const now = clock.now();
  const changes = afterAttempt(delivery, attempt, now);
  await eventDeliveries.change(endpoint_id, eventId, changes);
  if (changes.state === 'parked')
    log.warn('events.parked', { org_id, endpoint_id, event_id: eventId, status: attempt.status });
  await changeHealth(ports, endpoint, healthAfter(endpoint, attempt, changes.state, now));
  return attempt;
}

function secretsOf({ cipher, clock }: DeliveryPorts, endpoint: EventEndpoint): readonly string[] {
  return validSecrets(endpoint, clock.now()).map((sealed) => {
    const secret = openedSecret(sealed, cipher.decrypt);
    if (secret === null) throw failed('The signing secret of the endpoint cannot be decrypted');
    return secret;
  });
}

/** Writes changes of an endpoint's health, unless its health changed in between. */
export async function changeHealth(
  { eventEndpoints, log }: Pick<DeliveryPorts, 'eventEndpoints' | 'log'>,
  { org_id, endpoint_id, state, failing_since = null }: EventEndpoint,
  changes: Partial<EventEndpoint> | null,
): Promise<void> {
  if (!changes) return;
  const changed = await eventEndpoints.change(org_id, endpoint_id, changes, { state, failing_since });
  if (changed?.state === 'disabled')
    log.warn('events.endpoint_disabled', { org_id, endpoint_id, reason: changed.disabled_reason });
}
