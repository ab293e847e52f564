import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { invalid } from '../../domain/errors.ts';
import { dueFrom, type EventDelivery } from '../../domain/events/event-delivery.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventDeliveryRepository } from '../ports/event-deliveries.ts';
import type { EventEndpointRepository } from '../ports/event-endpoints.ts';
import type { DeliveryEngine } from './delivery-engine.ts';
import { ownEnabled } from './manage-deliveries.ts';

interface Ports {
  readonly eventEndpoints: EventEndpointRepository;
  readonly eventDeliveries: EventDeliveryRepository;
  readonly deliveryEngine: Pick<DeliveryEngine, 'wake'>;
  readonly clock: Clock;
}

/** Events of a time that are sent again: from one moment, inclusive, to another, exclusive. */
export interface ResendRange {
  readonly from: string;
  /** Now, unless it is given. */
  readonly to?: string;
  /** `parked`, unless it is given. */
  readonly states?: readonly Exclude<EventDelivery['state'], 'pending'>[];
}

/** What one request has sent again. */
export interface ResentEvents {
  readonly resent: number;
  /** The `from` of the request for the rest. Null when there is no rest. */
  readonly next_from: string | null;
}

/** Deliveries that one request looks at. */
const AT_ONCE = 1_000;
/** Most deliveries with the same time: those are never divided between requests. */
const SAME_TIME_MAX = 10_000;

/**
 * Sends the events of a time again, the oldest first, with their ids and bodies and with 24 h for their attempts. A
 * request handles a part and names the start of the rest. Repeating it is harmless: what is pending stays as it is.
 */
export const resendEvents =
  (ports: Ports) =>
  async (principal: Principal, endpointId: string, range: ResendRange): Promise<ResentEvents> => {
    const { org_id } = allow(principal, 'events.write');
    const { from, to, states } = parsed(range, ports.clock.now());
    await ownEnabled(ports, org_id, endpointId);
    const { found, next } = await part(ports, endpointId, from, to);
    let resent = 0;
    for (const state of states) {
      const ids = found.filter((delivery) => delivery.state === state).map(({ event_id }) => event_id);
      await ports.eventDeliveries.changeAll(endpointId, ids, state, dueFrom(ports.clock.now()));
      resent += ids.length;
    }
    ports.deliveryEngine.wake(org_id, [endpointId]);
    return { resent, next_from: next };
  };

function parsed({ from, to, states = ['parked'] }: ResendRange, now: Date) {
  const [start, end] = [new Date(from), to === undefined ? now : new Date(to)];
  if (start >= end) throw invalid(to === undefined ? 'from must be in the past' : 'from must be before to');
  return { from: start.toISOString(), to: end.toISOString(), states: [...new Set(states)] };
}

/** The oldest deliveries of the time, and the time of the first one that is left. */
async function part({ eventDeliveries }: Ports, endpointId: string, from: string, to: string) {
  const found = await eventDeliveries.between(endpointId, from, to, AT_ONCE + 1);
  const left = found[AT_ONCE];
  if (!left) return { found, next: null };
  const before = found.filter(({ timestamp }) => timestamp < left.timestamp);
  if (before.length > 0) return { found: before, next: left.timestamp };
  const next = new Date(Date.parse(left.timestamp) + 1).toISOString();
  return { found: await eventDeliveries.between(endpointId, left.timestamp, next, SAME_TIME_MAX), next };
}
