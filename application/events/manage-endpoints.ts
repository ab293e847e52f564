import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing } from '../../domain/errors.ts';
import {
  endpointView,
  EVENT_ENDPOINTS_MAX,
  parseEndpointChange,
  parseEventEndpoint,
  sealedSecret,
  signingSecret,
  stateChange,
  type EventEndpoint,
  type EventEndpointChange,
  type EventEndpointView,
  type NewEventEndpoint,
} from '../../domain/events/event-endpoint.ts';
import { LimitedList } from '../limited-list.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventEndpointRepository } from '../ports/event-endpoints.ts';
import type { Ids } from '../ports/ids.ts';
import type { OpaqueTokens } from '../ports/opaque-tokens.ts';
import type { OperatorServers } from '../ports/operator-servers.ts';
import { requirePublic } from '../private-servers.ts';

interface Ports {
  readonly eventEndpoints: EventEndpointRepository;
}

/** Lists the event endpoints of the active organisation, newest first. */
export const listEventEndpoints =
  ({ eventEndpoints }: Ports) =>
  async (principal: Principal): Promise<readonly EventEndpointView[]> => {
    const { org_id } = allow(principal, 'events.read');
    return (await eventEndpoints.list(org_id)).map(endpointView);
  };

/** Finds one event endpoint. */
export const readEventEndpoint =
  (ports: Ports) =>
  async (principal: Principal, endpointId: string): Promise<EventEndpointView> =>
    endpointView(await ownEndpoint(ports, allow(principal, 'events.read').org_id, endpointId));

/** An endpoint of the organisation, or `missing`. */
export async function ownEndpoint(
  { eventEndpoints }: { readonly eventEndpoints: Pick<EventEndpointRepository, 'find'> },
  orgId: string,
  endpointId: string,
): Promise<EventEndpoint> {
  const endpoint = await eventEndpoints.find(orgId, endpointId);
  if (!endpoint) throw missing('Event endpoint');
  return endpoint;
}

interface CreatePorts extends Ports {
  readonly operatorServers: OperatorServers;
  readonly opaqueTokens: OpaqueTokens;
  readonly cipher: Cipher;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Creates an event endpoint. Only this answer contains its signing secret. */
export const createEventEndpoint = ({
  eventEndpoints,
  operatorServers,
  opaqueTokens,
  cipher,
  ids,
  clock,
}: CreatePorts) => {
  const limited = new LimitedList(
    EVENT_ENDPOINTS_MAX,
    `An organisation has at most ${EVENT_ENDPOINTS_MAX} event endpoints: delete one that is not used`,
  );
  return async (
    principal: Principal,
    request: NewEventEndpoint,
  ): Promise<EventEndpointView & { readonly secret: string }> => {
    const { org_id, email } = allow(principal, 'events.write');
    const parsed = parseEventEndpoint(request, (address) => operatorServers.includes(address));
    requirePublic(operatorServers, parsed.url, 'url');
    const secret = signingSecret(opaqueTokens.next());
    const now = clock.now().toISOString();
    const endpoint: EventEndpoint = {
      ...{ endpoint_id: ids.next(), org_id, ...parsed, state: 'enabled' },
      ...{ secret: sealedSecret(secret, cipher.encrypt), created_by: email, created_at: now, updated_at: now },
    };
    await limited.add(org_id, {
      count: async () => (await eventEndpoints.list(org_id)).length,
      add: () => eventEndpoints.add(endpoint),
      remove: () => eventEndpoints.remove(org_id, endpoint.endpoint_id),
    });
    return { ...endpointView(endpoint), secret };
  };
};

/**
 * Changes the given fields of an event endpoint. A disabled one gets no events, also not later those of that time. One
 * that is enabled again starts without earlier failures.
 */
export const updateEventEndpoint =
  ({ eventEndpoints, operatorServers, clock }: Pick<CreatePorts, 'eventEndpoints' | 'operatorServers' | 'clock'>) =>
  async (principal: Principal, endpointId: string, request: EventEndpointChange): Promise<EventEndpointView> => {
    const { org_id } = allow(principal, 'events.write');
    const changes = parseEndpointChange(request, (address) => operatorServers.includes(address));
    if (changes.url !== undefined) requirePublic(operatorServers, changes.url, 'url');
    const changed = await eventEndpoints.change(org_id, endpointId, {
      ...changes,
      ...stateChange(changes.state),
      updated_at: clock.now().toISOString(),
    });
    if (!changed) throw missing('Event endpoint');
    return endpointView(changed);
  };

/** Deletes an event endpoint. What is still to be sent to it is not sent. */
export const deleteEventEndpoint =
  ({ eventEndpoints }: Ports) =>
  async (principal: Principal, endpointId: string): Promise<void> => {
    const { org_id } = allow(principal, 'events.write');
    if (!(await eventEndpoints.remove(org_id, endpointId))) throw missing('Event endpoint');
  };
