import { assert } from 'chai';
import type { EventRequest, EventSender } from '../../application/ports/event-sender.ts';
import type { DeliveryAttempt } from '../../domain/events/event-delivery.ts';
import { complaintAbout } from './event-bodies.ts';

/** Servers of customers. `answer` decides what they answer; they accept at first. */
export interface FakeEventSender extends EventSender {
  readonly sent: EventRequest[];
  answer: (request: EventRequest) => Partial<DeliveryAttempt> | Promise<Partial<DeliveryAttempt>>;
}

/** Sends nothing, and remembers it. A body that openapi.yaml does not describe fails the test. */
export function fakeEventSender(): FakeEventSender {
  const sent: EventRequest[] = [];
  return {
    sent,
    answer: () => ({}),
    async send(request) {
      const complaint = complaintAbout(request.body);
      if (complaint !== null) queueMicrotask(() => assert.fail(`${complaint}: ${request.body}`));
      sent.push(request);
      const usual = { at: '2026-01-01T00:00:00.000Z', status: 204, error: null, duration_ms: 1 };
      return { ...usual, ...(await this.answer(request)) };
    },
  };
}
