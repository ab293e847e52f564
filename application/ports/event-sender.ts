import type { DeliveryAttempt } from '../../domain/events/event-delivery.ts';

/** A signed request with an event. */
export interface EventRequest {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  /** Signing secrets as `whsec_…`; each adds a signature. */
  readonly secrets: readonly string[];
}

/** For sending events to servers of customers, signed as Standard Webhooks defines. */
export interface EventSender {
  /** Sends an event once. Follows no redirect and reaches no private address. Never rejects. */
  send(request: EventRequest): Promise<DeliveryAttempt>;
}
