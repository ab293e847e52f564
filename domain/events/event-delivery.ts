import type { RecordedEvent } from './recorded-event.ts';

/** The result of an attempt. `status` is null when no response arrived; `error` says why, or is null. */
export interface DeliveryAttempt {
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

/** An event on its way to one endpoint. It also is the entry of the delivery log. */
export interface EventDelivery extends RecordedEvent {
  readonly endpoint_id: string;
  /** Position among the events of its subject. */
  readonly sequence: number;
  readonly state: 'pending' | 'delivered' | 'parked';
  /** When the next attempt is due. Null unless pending. */
  readonly due_at: string | null;
  /** From then on it is parked. */
  readonly give_up_at: string;
  readonly attempts: number;
  /** The last attempts, newest first. */
  readonly last_attempts: readonly DeliveryAttempt[];
}

/** A delivery as its organisation sees it. */
export type EventDeliveryView = Omit<
  EventDelivery,
  'org_id' | 'call_id' | 'subject' | 'sequence' | 'endpoint_id' | 'give_up_at' | 'body'
>;

/** How long a delivery is retried, in ms. */
export const RETRIED_MS = 24 * 60 * 60 * 1_000;
/** Waits between attempts, in seconds. The last one repeats. */
const BACKOFF_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400] as const;
/** Attempts that the log lists. */
const ATTEMPTS_LISTED = 10;

/** A delivery that is due at once. */
export const newDelivery = (event: RecordedEvent, endpointId: string, sequence: number, now: Date): EventDelivery => ({
  ...event,
  endpoint_id: endpointId,
  sequence,
  ...dueFrom(now),
  attempts: 0,
  last_attempts: [],
});

/** Makes a delivery due at once, with 24 h for its attempts. */
export const dueFrom = (now: Date): Pick<EventDelivery, 'state' | 'due_at' | 'give_up_at'> => ({
  state: 'pending',
  due_at: now.toISOString(),
  give_up_at: new Date(now.getTime() + RETRIED_MS).toISOString(),
});

/** Whether the endpoint accepted the event: with any status 2xx. */
export const isAccepted = ({ status }: DeliveryAttempt): boolean => status !== null && status >= 200 && status < 300;

/** The delivery after an attempt: delivered, due later, or parked because the next attempt would come too late. */
export function afterAttempt(
  { attempts: before, last_attempts: earlier, give_up_at }: EventDelivery,
  attempt: DeliveryAttempt,
  now: Date,
): Pick<EventDelivery, 'state' | 'due_at' | 'attempts' | 'last_attempts'> {
  const attempts = before + 1;
  const made = { attempts, last_attempts: [attempt, ...earlier].slice(0, ATTEMPTS_LISTED) };
  if (isAccepted(attempt)) return { state: 'delivered', due_at: null, ...made };
  const wait = BACKOFF_SECONDS[Math.min(before, BACKOFF_SECONDS.length - 1)] ?? 0;
  const next = new Date(now.getTime() + wait * 1_000).toISOString();
  return next >= give_up_at ? { ...PARKED, ...made } : { state: 'pending', due_at: next, ...made };
}

/** A delivery that is not attempted again unless it is sent again on request. */
export const PARKED = { state: 'parked', due_at: null } as const;

export const deliveryView = ({
  org_id: _organisation,
  call_id: _call,
  subject: _subject,
  sequence: _sequence,
  endpoint_id: _endpoint,
  give_up_at: _end,
  body: _body,
  ...view
}: EventDelivery): EventDeliveryView => view;
