import { assert } from 'chai';
import type { EventRequest } from '../../application/ports/event-sender.ts';
import type { DeliveryAttempt } from '../../domain/events/event-delivery.ts';
import { complaintAbout } from './event-bodies.ts';

type Answer = Partial<DeliveryAttempt>;

/** Sends nothing, and remembers it. A body that openapi.yaml does not describe fails the test. */
export function fakeEventSender() {
  const fake = {
    sent: [] as EventRequest[],
    /** What the servers of customers answer. They accept at first. */
    answer: (_request: EventRequest): Answer | Promise<Answer> => ({}),
    async send(request: EventRequest): Promise<DeliveryAttempt> {
      const complaint = complaintAbout(request.body);
      if (complaint !== null) queueMicrotask(() => assert.fail(`${complaint}: ${request.body}`));
      fake.sent.push(request);
      const usual = { at: '2026-01-01T00:00:00.000Z', status: 204, error: null, duration_ms: 1 };
      return { ...usual, ...(await fake.answer(request)) };
    },
  };
  return fake;
}
