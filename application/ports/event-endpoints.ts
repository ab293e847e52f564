import type { EventEndpoint } from '../../domain/events/event-endpoint.ts';

/** Fields of an endpoint that a change depends on. */
export type SeenEndpoint = Partial<Pick<EventEndpoint, 'state' | 'failing_since' | 'secret' | 'notice_due_at'>>;

/** For storing event endpoints. Endpoints of other organisations are not found. */
export interface EventEndpointRepository {
  add(endpoint: EventEndpoint): Promise<void>;
  find(orgId: string, endpointId: string): Promise<EventEndpoint | null>;
  /** An organisation's endpoints, newest first. */
  list(orgId: string): Promise<readonly EventEndpoint[]>;
  /** Replaces the given fields: the changed endpoint, or null when it is absent or not as it was seen. */
  change(
    orgId: string,
    endpointId: string,
    changes: Partial<EventEndpoint>,
    seen?: SeenEndpoint,
  ): Promise<EventEndpoint | null>;
  /** Endpoints of all organisations with a notice that is due, oldest first. */
  withNotice(now: string, limit: number): Promise<readonly EventEndpoint[]>;
  /** Removes an endpoint and returns whether it existed. */
  remove(orgId: string, endpointId: string): Promise<boolean>;
  /** Removes all endpoints of an organisation. */
  removeAll(orgId: string): Promise<void>;
}
