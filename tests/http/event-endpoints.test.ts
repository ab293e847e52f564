import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { openWorld, type World } from '../support/world.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { invited } from '../support/staff.ts';

const CRM = { url: 'https://crm.example.com/events', event_types: ['call.started', 'call.ended'] };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Endpoint {
  readonly endpoint_id: string;
  readonly secret: string;
}

interface Delivery {
  readonly event_id: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: number;
  readonly last_attempts: readonly { readonly status: number | null }[];
}

describe('event endpoints over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
  });

  const create = (more: object = {}) => ada.post<Endpoint>('/event-endpoints', { ...CRM, ...more });
  const sent = () => world.ports.eventSender.sent.map(({ body, ...rest }) => ({ ...rest, ...parsed(body) }));
  const parsed = (body: string) =>
    JSON.parse(body) as { type: string; data: { call_id: string; call: { status: string } } };
  const log = async ({ endpoint_id }: Endpoint, query = '') => {
    const { body } = await ada.ask('GET', `/event-endpoints/${endpoint_id}/deliveries${query}`);
    return body as { deliveries: Delivery[]; total: number };
  };
  /** Lets background work find what is due, as it does every second. */
  const tick = async (): Promise<void> => {
    await world.ports.eventRelay.tick();
    await world.ports.deliveryEngine.tick();
  };
  const until = (count: number, what: string) => eventually(async () => (await tick(), sent().length >= count), what);
  const endCall = async (): Promise<string> => {
    const id = await ada.registerCall();
    for (const status of ['in_progress', 'completed']) await ada.ask('PATCH', `/calls/${id}`, { body: { status } });
    return id;
  };

  it('show their signing secret once and store it encrypted', async () => {
    const { secret, ...shown } = await create({ description: 'CRM' });
    assert.match(secret, /^whsec_[\w+/]{43}=$/);
    assert.lengthOf(Buffer.from(secret.slice(6), 'base64'), 32);
    assert.deepEqual((await ada.ask('GET', `/event-endpoints/${shown.endpoint_id}`)).body, shown);
    assert.deepEqual((await ada.ask('GET', '/event-endpoints')).body, [shown]);
    const stored = await world.ports.eventEndpoints.find(ada.org_id, shown.endpoint_id);
    assert.match(stored!.secret, /^enc:v1:/);
    assert.notInclude(stored!.secret, secret);
  });

  const wrong: readonly (readonly [what: string, change: object, detail: RegExp])[] = [
    ['a URL without https', { url: 'http://crm.example.com/' }, /url must begin with https/],
    ['a URL with a password', { url: 'https://a:b@crm.example.com/' }, /must not contain a user name/],
    ['another scheme', { url: 'wss://crm.example.com/' }, /must be an http or https URL/],
    ['no URL', { url: 'crm' }, /must be an http or https URL/],
    ['an unknown type', { event_types: ['call.began'] }, /event_types/],
    ['no type', { event_types: [] }, /event_types/],
    ['a misspelt field', { events: [] }, /events/],
    ['a description of two lines', { description: 'a\nb' }, /description must be one line/],
  ];
  for (const [what, change, detail] of wrong)
    it(`are refused with ${what}`, async () => {
      const { status, text } = await ada.ask('POST', '/event-endpoints', { body: { ...CRM, ...change } });
      assert.equal(status, 422);
      assert.match(text, detail);
    });

  it('are at most 20 in an organisation', async () => {
    for (let count = 0; count < 20; count += 1) await create();
    assert.equal((await ada.ask('POST', '/event-endpoints', { body: CRM })).status, 400);
  });

  it('may have http on servers of the operator', async () => {
    assert.isString((await create({ url: 'http://operator.example/events' })).secret);
  });

  it('are read by members and changed by admins only', async () => {
    const { endpoint_id } = await create();
    const { token } = await invited(world, ada, 'ben');
    assert.equal((await ada.ask('GET', '/event-endpoints', { token })).status, 200);
    const tried = { token, body: { state: 'disabled' } };
    assert.equal((await ada.ask('PATCH', `/event-endpoints/${endpoint_id}`, tried)).status, 403);
  });

  it('receive the selected events of a call in order, each once, as the API shows the call', async () => {
    const endpoint = await create();
    const id = await endCall();
    await until(2, 'both events');
    assert.deepEqual(
      sent().map(({ type, data }) => [type, data.call_id, data.call.status]),
      [
        ['call.started', id, 'in_progress'],
        ['call.ended', id, 'completed'],
      ],
    );
    const { body: shown } = await ada.ask('GET', `/calls/${id}`);
    assert.deepEqual(sent()[1]!.data.call, shown as object as { status: string });
    for (const { secrets } of sent()) assert.deepEqual(secrets, [endpoint.secret]);
    const { deliveries, total } = await eventually(async () => {
      const page = await log(endpoint);
      return page.deliveries.every(({ state }) => state === 'delivered') && page;
    }, 'the log of both');
    assert.equal(total, 2);
    assert.deepEqual(
      new Set(deliveries.map(({ type, attempts }) => `${type} ${attempts}`)),
      new Set(['call.ended 1', 'call.started 1']),
    );
    await tick();
    assert.lengthOf(sent(), 2);
  });

  it('do not receive events of other organisations, nor types they do not select', async () => {
    await create({ event_types: ['call.recording_ready'] });
    await (await openAgentFixture(world, 'bob')).post('/event-endpoints', CRM);
    await endCall();
    await tick();
    assert.isEmpty(sent());
  });

  it('are tried again with growing waits, while later events of the same call wait and those of others do not', async () => {
    const endpoint = await create();
    const id = await ada.registerCall();
    const isLate = ({ body }: { readonly body: string }) => parsed(body).data.call_id === id;
    world.ports.eventSender.answer = (request) => (isLate(request) ? { status: 500 } : {});
    for (const status of ['in_progress', 'completed']) await ada.ask('PATCH', `/calls/${id}`, { body: { status } });
    await endCall();
    await until(3, 'one attempt, and the events of the other call');
    assert.lengthOf(
      sent().filter(({ data }) => data.call_id === id),
      1,
    );
    world.ports.eventSender.answer = () => ({});
    world.ports.clock.advance(6_000);
    await until(5, 'the rest');
    const late = sent().filter(({ data }) => data.call_id === id);
    assert.deepEqual(
      late.map(({ type }) => type),
      ['call.started', 'call.started', 'call.ended'],
    );
    assert.equal(late[0]!.eventId, late[1]!.eventId);
    const last = await eventually(
      async () => (await log(endpoint)).deliveries.find(({ event_id }) => event_id === late[0]!.eventId),
      'its log',
    );
    assert.deepEqual(
      last.last_attempts.map(({ status }) => status),
      [204, 500],
    );
  });

  it('are parked after 24 hours, and delivered when they are sent again', async () => {
    const endpoint = await create({ event_types: ['call.ended'] });
    world.ports.eventSender.answer = () => ({ status: null, error: 'timeout' });
    await endCall();
    const { eventDeliveries } = world.ports;
    const only = async () => (await eventDeliveries.list(endpoint.endpoint_id, { limit: 1, offset: 0 }))[0];
    await until(1, 'the first attempt');
    for (let count = 1; (await only())?.state !== 'parked'; count += 1) {
      await eventually(async () => (await only())!.attempts === count, 'the attempt in the log');
      if ((await only())!.state === 'parked') break;
      world.ports.clock.advance(4 * 60 * MINUTE_MS);
      const isOver = async () => (await only())?.state === 'parked' || sent().length > count;
      await eventually(async () => (await tick(), isOver()), 'the next attempt, or that it is parked');
    }
    assert.isBelow(sent().length, 10);
    const { event_id } = (await only())!;
    world.ports.eventSender.answer = () => ({});
    world.ports.clock.advance(DAY_MS);
    const token = world.ports.tokens.issue({ email: ada.email, org_id: ada.org_id, role: 'super_admin' });
    const path = `/event-endpoints/${endpoint.endpoint_id}/deliveries/${event_id}/resend`;
    const { status } = await ada.ask('POST', path, { token });
    assert.equal(status, 200);
    await eventually(async () => (await only())?.state === 'delivered', 'the delivery');
    assert.lengthOf(new Set(sent().map(({ eventId }) => eventId)), 1);
  });

  it('receive a test event whatever they select', async () => {
    const { endpoint_id } = await create();
    const { body } = await ada.ask('POST', `/event-endpoints/${endpoint_id}/test`);
    await until(1, 'the test event');
    assert.deepInclude(sent()[0]!, { type: 'endpoint.test', eventId: (body as Delivery).event_id });
  });

  it('receive nothing while they are disabled, and pending events are parked', async () => {
    const endpoint = await create();
    world.ports.eventSender.answer = () => ({ status: 503 });
    await endCall();
    await until(1, 'an attempt');
    await ada.ask('PATCH', `/event-endpoints/${endpoint.endpoint_id}`, { body: { state: 'disabled' } });
    await endCall();
    world.ports.clock.advance(MINUTE_MS);
    await eventually(async () => {
      await tick();
      return (await log(endpoint)).deliveries.every(({ state }) => state === 'parked');
    }, 'that they are parked');
    assert.lengthOf(sent(), 1);
    assert.equal((await ada.ask('POST', `/event-endpoints/${endpoint.endpoint_id}/test`)).status, 400);
  });

  it('do not wait for one that hangs', async () => {
    await create({ url: 'https://hangs.example.com/' });
    await create();
    let release = (): void => undefined;
    const hanging = new Promise<object>((resolve) => (release = () => resolve({ status: 204 })));
    atEndOfTest(async () => release());
    world.ports.eventSender.answer = ({ url }) => (url.includes('hangs') ? hanging : {});
    for (let count = 0; count < 2; count += 1) await endCall();
    const arrived = () => sent().filter(({ url }) => url === CRM.url);
    await eventually(async () => (await tick(), arrived().length === 4), 'all events of the other endpoint');
    assert.lengthOf(
      sent().filter(({ url }) => url.includes('hangs')),
      1,
    );
    release();
  });

  it('are gone after they are deleted', async () => {
    const { endpoint_id } = await create();
    assert.equal((await ada.ask('DELETE', `/event-endpoints/${endpoint_id}`)).status, 200);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
    ] as const)
      assert.equal((await ada.ask(method, `/event-endpoints/${endpoint_id}${path}`)).status, 404);
  });
});
