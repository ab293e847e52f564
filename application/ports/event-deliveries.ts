import type { EventDelivery } from '../../domain/events/event-delivery.ts';

/** For storing deliveries: one per endpoint and event. */
export interface EventDeliveryRepository {
  /** Adds deliveries in this order; skips those of an event that the endpoint has already. */
  addAll(deliveries: readonly EventDelivery[]): Promise<void>;
  find(endpointId: string, eventId: string): Promise<EventDelivery | null>;
  /** One page of an endpoint's deliveries, newest event first. */
  list(endpointId: string, page: { readonly limit: number; readonly offset: number }): Promise<EventDelivery[]>;
  count(endpointId: string): Promise<number>;
  /** The endpoints with due deliveries, or with some that became due at `since` or later, in any order. */
  endpointsWithDue(now: string, since: string | null): Promise<Pick<EventDelivery, 'org_id' | 'endpoint_id'>[]>;
  /** The endpoints with deliveries of an organisation, those that were deleted too, in any order. */
  endpointsOf(orgId: string): Promise<string[]>;
  /** Due deliveries of an endpoint, those due longest first. */
  due(endpointId: string, now: string, limit: number): Promise<EventDelivery[]>;
  /** The first pending delivery of a subject to an endpoint. */
  first(endpointId: string, subject: string): Promise<EventDelivery | null>;
  /** Replaces the given fields: the changed delivery, or null when it is absent. */
  change(endpointId: string, eventId: string, changes: Partial<EventDelivery>): Promise<EventDelivery | null>;
  /** Deliveries of events from one time, inclusive, to another, exclusive, oldest first. */
  between(endpointId: string, from: string, to: string, limit: number): Promise<EventDelivery[]>;
  /** Replaces the given fields of those of these deliveries that are in this state. */
  changeAll(
    endpointId: string,
    eventIds: readonly string[],
    seen: EventDelivery['state'],
    changes: Partial<EventDelivery>,
  ): Promise<void>;
  /** One page of an endpoint's deliveries of events from this time on, oldest event first. */
  listFrom(
    endpointId: string,
    from: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<EventDelivery[]>;
  /** Removes a delivery, if it exists. */
  remove(endpointId: string, eventId: string): Promise<void>;
  /** Removes deliveries of events before this time. */
  removeBefore(time: string): Promise<void>;
}
