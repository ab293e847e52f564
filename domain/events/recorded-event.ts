/** Types of events, as `resource.what_happened`. */
export const EVENT_TYPES = [
  'call.started',
  'call.ended',
  'call.recording_ready',
  'call.analysed',
  'tool.failed',
  'campaign.state_changed',
  'campaign.breaker_changed',
  'campaign.contact_finished',
  'agent.updated',
  'agent.canary_rolled_back',
  'budget.threshold_reached',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Type of the event that `POST /event-endpoints/{endpoint_id}/test` sends. Endpoints do not select it. */
export const TEST_EVENT = 'endpoint.test';

/** Something that happened, before it has an id. */
export interface EventDraft {
  readonly type: EventType;
  /** The id of what the event is about. Events of one subject are delivered in order. */
  readonly subject: string;
  /** The call that the event is erased with. Null if it is about no call. */
  readonly call_id: string | null;
  /** Ids and the resource as the API shows it: small, and without secrets. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event as it is stored with the change that caused it. */
export interface RecordedEvent {
  readonly event_id: string;
  readonly org_id: string;
  readonly type: EventType | typeof TEST_EVENT;
  readonly subject: string;
  readonly call_id: string | null;
  readonly timestamp: string;
  /** The body of its requests. Never changes, so that repeated requests are equal. */
  readonly body: string;
}

/** Longest body of an event, in UTF-16 units. */
const EVENT_BODY_MAX = 65_536;

/** An event with its id and its body. A body above the maximum has no data but the ids. */
export function recordedEvent(
  eventId: string,
  orgId: string,
  { type, subject, call_id, data }: Pick<RecordedEvent, 'type' | 'subject' | 'call_id'> & Pick<EventDraft, 'data'>,
  now: Date,
): RecordedEvent {
  const timestamp = now.toISOString();
  const written = (content: EventDraft['data']): string => JSON.stringify({ type, timestamp, data: content });
  const body = written(data);
  const ids = Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value !== 'object'));
  return {
    event_id: eventId,
    org_id: orgId,
    type,
    subject,
    call_id,
    timestamp,
    body: body.length > EVENT_BODY_MAX ? written(ids) : body,
  };
}
