import { isAccepted, RETRIED_MS, type DeliveryAttempt, type EventDelivery } from './event-delivery.ts';
import type { DisabledReason, EventEndpoint } from './event-endpoint.ts';

/** An endpoint is disabled when an event is parked and no attempt has succeeded for this long, in ms. */
const DEAD_AFTER_MS = 5 * 24 * 60 * 60 * 1_000;

/** Standard Webhooks: the endpoint no longer exists, and is to be disabled. */
const GONE = 410;

type Health = Pick<EventEndpoint, 'state' | 'failing_since'>;

/** Changes of an endpoint after an attempt, which may have parked its delivery. Null when nothing changes. */
export function healthAfter(
  endpoint: Health,
  attempt: DeliveryAttempt,
  state: EventDelivery['state'],
  now: Date,
): Partial<EventEndpoint> | null {
  const { failing_since: since = null } = endpoint;
  if (isAccepted(attempt)) return since === null ? null : { failing_since: null };
  if (attempt.status === GONE) return disabling('gone', now);
  if (since === null) return { failing_since: now.toISOString() };
  return state === 'parked' && isDead(endpoint, now) ? disabling('failing', now) : null;
}

/** Whether no attempt has succeeded for five days. */
export const isDead = (endpoint: Health, now: Date): boolean => hasFailedFor(endpoint, DEAD_AFTER_MS, now);

/** Whether a delivery can be parked without a further attempt: its 24 hours are over, and no attempt succeeded in them. */
export const isHopeless = ({ give_up_at }: EventDelivery, endpoint: Health, now: Date): boolean =>
  give_up_at <= now.toISOString() && hasFailedFor(endpoint, RETRIED_MS, now);

function hasFailedFor({ failing_since: since = null }: Health, ms: number, now: Date): boolean {
  return since !== null && Date.parse(since) <= now.getTime() - ms;
}

/** Changes when an endpoint is disabled without a request. Its admins are notified. */
export const disabling = (reason: Exclude<DisabledReason, 'request'>, now: Date): Partial<EventEndpoint> => ({
  state: 'disabled',
  disabled_reason: reason,
  notice_due_at: now.toISOString(),
  updated_at: now.toISOString(),
});
