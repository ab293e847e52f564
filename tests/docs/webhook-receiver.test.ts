import type { Server } from 'node:http';
import { assert } from 'chai';
import { httpEventSender } from '../../adapters/event-sender/http.ts';
import { network } from '../../adapters/lib/network.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { signingSecret } from '../../domain/events/event-endpoint.ts';
import { localServer } from '../support/local-server.ts';

type OnEvent = (event: { readonly type: string }, id: string) => void;

const EXAMPLE = new URL('../../docs/examples/webhook-receiver.mjs', import.meta.url);
const [OLD, NEW] = ['o', 'n'].map((letter) => signingSecret(letter.repeat(43))) as [string, string];

describe('the example of a webhook receiver', () => {
  let url: string;
  let received: string[];
  let refuse: boolean;
  const clock = systemClock();
  const { send } = httpEventSender({ network: network({ allowPrivate: true }), clock });
  const post = async (eventId: string, secrets: readonly string[], body = '{"type":"call.ended","data":"Ż"}') =>
    (await send({ url, eventId, body, secrets })).status;

  before(async () => {
    const { webhookReceiver } = (await import(EXAMPLE.href)) as {
      webhookReceiver: (secret: string, onEvent: OnEvent) => Server;
    };
    const server = webhookReceiver(OLD, ({ type }, id) => {
      if (refuse) throw new Error('the database is away');
      received.push(`${id} ${type}`);
    });
    ({ url } = await localServer(server));
  });
  beforeEach(() => void ([received, refuse] = [[], false]));

  it('accepts an event once, however often it is sent, also while its secret is rotated', async () => {
    assert.deepEqual([await post('e1', [OLD]), await post('e1', [OLD]), await post('e2', [NEW, OLD])], [204, 204, 204]);
    assert.deepEqual(received, ['e1 call.ended', 'e2 call.ended']);
  });

  it('refuses events with a wrong signature', async () => {
    assert.equal(await post('e3', [NEW]), 401);
    assert.isEmpty(received);
  });

  it('asks for an event again that it could not process', async () => {
    refuse = true;
    assert.equal(await post('e4', [OLD]), 500);
    refuse = false;
    assert.equal(await post('e4', [OLD]), 204);
    assert.deepEqual(received, ['e4 call.ended']);
  });
});
