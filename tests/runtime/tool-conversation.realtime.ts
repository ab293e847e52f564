import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { assert } from 'chai';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { eventually } from '../support/eventually.ts';
import { isDelivered, joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { localServer } from '../support/local-server.ts';

interface BookingRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** A server that takes bookings, each after `answersAfter`. */
async function bookingServer() {
  const received: BookingRequest[] = [];
  const hold: { answersAfter: Promise<void> } = { answersAfter: Promise.resolve() };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push({ headers: request.headers, body: await json(request) });
    await hold.answersAfter;
    response.setHeader('content-type', 'application/json').end('{"booking":{"table":7,"code":"B7"}}');
  };
  const { url } = await localServer((request, response) => void answer(request, response));
  return { url, received, hold };
}

describe('conversation with a tool', function () {
  let bookings: Awaited<ReturnType<typeof bookingServer>>;
  let platform: OpenPlatform;
  before(async () => {
    bookings = await bookingServer();
    platform = await openPlatform({ env: { LOCAL_UPSTREAMS: bookings.url } });
  });

  /** A caller of an agent that books tables, who has asked for one. */
  const openBookingCall = async () => {
    const user = await joinPlatform(platform);
    await user.api.ask('POST', '/tool-secrets', {
      ...{ name: 'bookings_key', value: 'a secret of the bookings', hosts: [new URL(bookings.url).host] },
    });
    const { config } = RECEPTIONIST;
    const rule = {
      when: 'table for (\\d+)',
      say: 'One moment.',
      call: { tool: 'book_table', arguments: { size: '$1' } },
      say_answer: 'You have table {{answer}}.',
    };
    await user.api.ask('PATCH', `/agents/${user.agentId}`, {
      config: {
        ...config,
        models: { ...config.models, llm_config: { provider: 'script', rules: [rule], otherwise: 'Pardon?' } },
        tools: [
          {
            type: 'http',
            name: 'book_table',
            description: 'Books a table.',
            timeout_secs: 30,
            parameters: {
              type: 'object',
              properties: { size: { type: 'integer', minimum: 1, maximum: 12 } },
              required: ['size'],
            },
            request: {
              method: 'POST',
              url: `${bookings.url}/bookings`,
              headers: { 'x-key': '{{secret.bookings_key}}' },
              body: { size: '{{size}}' },
            },
            response: { path: 'booking.table' },
          },
        ],
      },
    });
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    caller.send({ label: 'rtvi-ai', type: 'send-text', id: '1', data: { content: 'A table for 4, please' } });
    return { user, caller, callId };
  };

  it('books a table over HTTP, says the result and lists the tool call with the call', async () => {
    const { user, caller, callId } = await openBookingCall();
    const isAnswer = ({ data }: { data?: unknown }): boolean =>
      JSON.stringify(data ?? '').includes('You have table 7.');
    await caller.waitFor(isAnswer, 30_000, 0);
    await caller.hangUp();

    assert.lengthOf(bookings.received, 1);
    assert.deepEqual(bookings.received[0]?.body, { size: 4 });
    assert.equal(bookings.received[0]?.headers['x-key'], 'a secret of the bookings');
    assert.match(String(bookings.received[0]?.headers['idempotency-key']), /^[0-9a-f]{64}$/);
    const key = String(bookings.received[0]?.headers['idempotency-key']);
    await user.call(callId, isDelivered);
    const call = await user.api.ask<CallLog>('GET', `/calls/${callId}`);
    assert.deepEqual(
      call.tool_calls?.map(({ name, arguments: given, outcome, answer, idempotency_key, status }) => ({
        ...{ name, given, outcome, answer, idempotency_key, status },
      })),
      [{ name: 'book_table', given: '{"size":4}', outcome: 'ok', answer: '7', idempotency_key: key, status: 200 }],
    );
    assert.notInclude(JSON.stringify([call, caller.messages]), 'a secret of the bookings');
  });

  it('lists the answer of a tool that came after the caller had hung up', async () => {
    let answer = (): void => undefined;
    bookings.hold.answersAfter = new Promise((resolve) => (answer = resolve));
    const sentBefore = bookings.received.length;
    const { user, caller, callId } = await openBookingCall();
    await eventually(() => bookings.received.length > sentBefore, 'the request of the tool');
    await caller.hangUp();
    answer();
    const call = await user.call(callId, isDelivered);
    assert.lengthOf(bookings.received, sentBefore + 1);
    const [tool] = call.tool_calls ?? [];
    assert.deepInclude(tool, { outcome: 'ok', answer: '7' });
    assert.isAtLeast(Date.parse(tool?.ended_at ?? ''), Date.parse(call.end_time_utc ?? ''));
    assert.equal(call.end_reason, 'caller_left');
  });
});
