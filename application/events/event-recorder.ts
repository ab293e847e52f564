import { recordedEvent } from '../../domain/events/recorded-event.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventEndpointRepository } from '../ports/event-endpoints.ts';
import type { EventRecorder } from '../ports/event-outbox.ts';
import type { Ids } from '../ports/ids.ts';
import type { EventRelay } from './event-relay.ts';

interface Ports {
  readonly eventEndpoints: Pick<EventEndpointRepository, 'list'>;
  readonly eventRelay: Pick<EventRelay, 'wake'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Records only events that an enabled endpoint selects: other changes cost one read. */
export const eventRecorder = ({ eventEndpoints, eventRelay, ids, clock }: Ports): EventRecorder => ({
  async selected(orgId, drafts) {
    if (drafts.length === 0) return [];
    const enabled = (await eventEndpoints.list(orgId)).filter(({ state }) => state === 'enabled');
    const types = new Set(enabled.flatMap(({ event_types }) => event_types));
    return drafts.filter(({ type }) => types.has(type));
  },
  recorded: (orgId, drafts) => drafts.map((draft) => recordedEvent(`evt_${ids.next()}`, orgId, draft, clock.now())),
  wake: () => eventRelay.wake(),
});
