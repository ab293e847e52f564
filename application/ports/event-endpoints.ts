import type { EventEndpoint } from '../../domain/events/event-endpoint.ts';

/** For storing event endpoints. Endpoints of other organisations are not found. */
export interface EventEndpointRepository {
  add(endpoint: EventEndpoint): Promise<void>;
  find(orgId: string, endpointId: string): Promise<EventEndpoint | null>;
  /** An organisation's endpoints, newest first. */
  list(orgId: string): Promise<readonly EventEndpoint[]>;
  /** Replaces the given fields: the changed endpoint, or null when it is absent. */
  change(orgId: string, endpointId: string, changes: Partial<EventEndpoint>): Promise<EventEndpoint | null>;
  /** Removes an endpoint and returns whether it existed. */
  remove(orgId: string, endpointId: string): Promise<boolean>;
  /** Removes all endpoints of an organisation. */
  removeAll(orgId: string): Promise<void>;
}
