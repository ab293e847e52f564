import { assert } from 'chai';
import { EventRelay } from '../../../application/events/event-relay.ts';
import type { EventOutbox, OutboxEntry } from '../../../application/ports/event-outbox.ts';
import { recordedEvent } from '../../../domain/events/recorded-event.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

describe('the relay of events', () => {
  it('hands over all that wait in one go, when one collection has many and another has few', async () => {
    const clock = fakeClock();
    const entry = (source: string, key: string): OutboxEntry => {
      const event = { type: 'call.ended', subject: key, call_id: null, data: {} } as const;
      return { source, key, revision: 1, events: [recordedEvent(`evt_${key}`, 'o1', event, clock.now())] };
    };
    let left = [...Array.from({ length: 450 }, (_, at) => entry('calls', `c${at}`)), entry('agents', 'a1')];
    const eventOutbox: EventOutbox = {
      waiting: async (limit) =>
        ['calls', 'agents'].flatMap((source) => left.filter((each) => each.source === source).slice(0, limit)),
      clear: async (entries) => void (left = left.filter((each) => !entries.includes(each))),
    };
    const relay = new EventRelay({
      ...{ eventOutbox, clock, log: rememberingLog().log },
      eventEndpoints: { list: async () => [] },
      eventDeliveries: { addAll: async () => undefined },
      deliveryEngine: { wake: () => undefined },
    });
    await relay.tick();
    assert.isEmpty(left);
  });
});
