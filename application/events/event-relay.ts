import { newDelivery, type EventDelivery } from '../../domain/events/event-delivery.ts';
import type { EventEndpoint } from '../../domain/events/event-endpoint.ts';
import { TEST_EVENT } from '../../domain/events/recorded-event.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventDeliveryRepository } from '../ports/event-deliveries.ts';
import type { EventEndpointRepository } from '../ports/event-endpoints.ts';
import type { EventOutbox, OutboxEntry } from '../ports/event-outbox.ts';
import type { Log } from '../ports/log.ts';
import { Rounds } from '../rounds.ts';
import type { DeliveryEngine } from './delivery-engine.ts';

interface Ports {
  readonly eventOutbox: EventOutbox;
  readonly eventEndpoints: Pick<EventEndpointRepository, 'list'>;
  readonly eventDeliveries: Pick<EventDeliveryRepository, 'addAll'>;
  readonly deliveryEngine: Pick<DeliveryEngine, 'wake'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Documents of a collection that are read at once. */
const BATCH = 200;

/**
 * Hands recorded events to their endpoints: stores a delivery for each, then removes the events from the changed document. A
 * crash in between repeats the first step, which skips what exists. Any number of processes may do the same at once.
 */
export class EventRelay {
  readonly #ports: Ports;
  readonly #rounds: Rounds;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#rounds = new Rounds(
      async () => (await this.#relay()) >= BATCH,
      (error) => ports.log.error('events.relay_failed', { error }),
    );
  }

  /** Events were recorded. Never rejects: what fails is repeated at the next call. */
  wake(): void {
    this.#rounds.wake();
  }

  /** Looks for events that no call of `wake` announced: those of a crashed process. */
  tick(): Promise<void> {
    return this.#rounds.tick();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Hands over one batch of each collection. Answers the number of documents. */
  async #relay(): Promise<number> {
    const { eventOutbox, eventDeliveries, deliveryEngine } = this.#ports;
    const entries = await eventOutbox.waiting(BATCH);
    if (entries.length === 0) return 0;
    const orgIds = [...new Set(entries.flatMap(({ events }) => events.map(({ org_id }) => org_id)))];
    const deliveries = await Promise.all(orgIds.map((orgId) => this.#deliveriesOf(orgId, entries)));
    await eventDeliveries.addAll(deliveries.flat());
    for (const [at, orgId] of orgIds.entries())
      deliveryEngine.wake(orgId, [...new Set(deliveries[at]?.map(({ endpoint_id }) => endpoint_id))]);
    await eventOutbox.clear(entries);
    return entries.length;
  }

  async #deliveriesOf(orgId: string, entries: readonly OutboxEntry[]): Promise<EventDelivery[]> {
    const { eventEndpoints, clock } = this.#ports;
    const endpoints = (await eventEndpoints.list(orgId)).filter(({ state }) => state === 'enabled');
    const now = clock.now();
    return entries.flatMap(({ events, revision }) =>
      events.flatMap((event, index) =>
        (event.org_id === orgId ? endpoints : [])
          .filter((endpoint) => selects(endpoint, event.type))
          .map(({ endpoint_id }) => newDelivery(event, endpoint_id, revision - events.length + 1 + index, now)),
      ),
    );
  }
}

const selects = ({ event_types }: EventEndpoint, type: OutboxEntry['events'][number]['type']): boolean =>
  type !== TEST_EVENT && event_types.includes(type);
