import { assert } from 'chai';
import { eventUseCases } from '../../application/events/index.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { invited } from '../support/staff.ts';
import { openWorld, type World } from '../support/world.ts';

const CRM = { url: 'https://crm.example.com/events', event_types: ['call.ended'] };
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

interface Endpoint {
  readonly endpoint_id: string;
  readonly secret: string;
  readonly state: string;
  readonly disabled_reason: string | null;
  readonly failing_since: string | null;
  readonly previous_secret_until: string | null;
}

describe('event endpoints', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
  });

  /** Sends as ada, whose session does not expire while days pass. */
  const ask = async <T>(method: string, path: string, body?: object) => {
    const token = world.ports.tokens.issue({ email: ada.email, org_id: ada.org_id, role: 'super_admin' });
    const answer = await ada.ask(method, path, { token, ...(body && { body }) });
    return { status: answer.status, body: answer.body as T };
  };
  const create = async () => (await ask<Endpoint>('POST', '/event-endpoints', CRM)).body;
  const read = async ({ endpoint_id }: Endpoint) =>
    (await ask<Endpoint>('GET', `/event-endpoints/${endpoint_id}`)).body;
  const rotate = async ({ endpoint_id }: Endpoint, body: object = {}) =>
    (await ask<Endpoint>('POST', `/event-endpoints/${endpoint_id}/rotate-secret`, body)).body;
  const sent = () => world.ports.eventSender.sent;
  const stored = async (endpoint: Endpoint) =>
    world.ports.eventDeliveries.list(endpoint.endpoint_id, { limit: 500, offset: 0 });
  const tick = async (): Promise<void> => {
    await world.ports.eventRelay.tick();
    await world.ports.deliveryEngine.tick();
  };
  const until = (condition: () => boolean | Promise<boolean>, what: string) =>
    eventually(async () => (await tick(), condition()), what);
  const endCall = async (): Promise<void> => {
    const { call_id } = (await ask<{ call_id: string }>('POST', '/calls/web', { agent_id: ada.agentId })).body;
    for (const status of ['in_progress', 'completed']) await ask('PATCH', `/calls/${call_id}`, { status });
  };
  const attempts = async (endpoint: Endpoint) =>
    (await stored(endpoint)).reduce((sum, delivery) => sum + delivery.attempts, 0);
  /** Sends the test event and answers the secrets it was signed with. */
  const secretsNow = async ({ endpoint_id }: Endpoint): Promise<readonly string[]> => {
    const before = sent().length;
    await ask('POST', `/event-endpoints/${endpoint_id}/test`);
    await until(() => sent().length > before, 'the test event');
    return sent().at(-1)!.secrets;
  };
  /** Repeats attempts for this time, as the engine makes them. */
  const failFor = async (endpoint: Endpoint, ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 4 * HOUR_MS) {
      const before = await attempts(endpoint);
      world.ports.clock.advance(4 * HOUR_MS);
      const isDone = async () =>
        (await stored(endpoint)).every(({ state }) => state === 'parked') || (await attempts(endpoint)) > before;
      await until(isDone, 'the next attempt');
    }
  };
  /** Lets an endpoint fail until it is disabled. */
  const die = async (endpoint: Endpoint): Promise<void> => {
    for (let days = 0; days < 7 && (await read(endpoint)).state === 'enabled'; days += 1) {
      await endCall();
      await until(async () => (await stored(endpoint)).some(({ attempts: made }) => made > 0), 'an attempt');
      await failFor(endpoint, DAY_MS);
    }
  };

  it('get requests with signatures of both secrets after a rotation, for as long as was asked', async () => {
    const first = await create();
    const second = await rotate(first, { previous_valid_hours: 2 });
    assert.notEqual(second.secret, first.secret);
    assert.equal(second.previous_secret_until, new Date(world.ports.clock.now().getTime() + 2 * HOUR_MS).toISOString());
    assert.deepEqual(await secretsNow(first), [second.secret, first.secret]);
    world.ports.clock.advance(2 * HOUR_MS);
    assert.deepEqual(await secretsNow(first), [second.secret]);
    const kept = await world.ports.eventEndpoints.find(ada.org_id, first.endpoint_id);
    assert.notInclude(JSON.stringify(kept), second.secret);
  });

  it('have two secrets at most, and one at once when it is asked for', async () => {
    const first = await create();
    const second = await rotate(first);
    const third = await rotate(first);
    assert.deepEqual(await secretsNow(first), [third.secret, second.secret]);
    const fourth = await rotate(first, { previous_valid_hours: 0 });
    assert.isNull(fourth.previous_secret_until);
    assert.deepEqual(await secretsNow(first), [fourth.secret]);
  });

  it('lose no secret when two rotations meet', async () => {
    const first = await create();
    const both = await Promise.all([rotate(first), rotate(first)]);
    assert.sameMembers(
      [...(await secretsNow(first))],
      both.map(({ secret }) => secret),
    );
  });

  it('are disabled when an event is parked and nothing was accepted for five days, and their admins get one mail', async () => {
    const endpoint = await create();
    await invited(world, ada, 'ben');
    world.ports.eventSender.answer = () => ({ status: 500 });
    await endCall();
    await until(async () => (await read(endpoint)).failing_since !== null, 'the failure');
    await failFor(endpoint, DAY_MS);
    await until(async () => (await stored(endpoint))[0]?.state === 'parked', 'that it is parked');
    assert.include(await read(endpoint), { state: 'enabled', disabled_reason: null });

    await die(endpoint);
    assert.include(await read(endpoint), { state: 'disabled', disabled_reason: 'failing' });
    const requests = sent().length;
    await endCall();
    await tick();
    assert.lengthOf(sent(), requests);

    const mails = () => world.ports.mailer.sent.filter(({ subject }) => subject === 'A webhook endpoint was disabled');
    world.ports.clock.advance(1);
    const events = eventUseCases(world.ports);
    await Promise.all([events.notifyDisabled(), events.notifyDisabled()]);
    await events.notifyDisabled();
    assert.deepEqual(
      mails().map(({ to }) => to),
      [ada.email],
    );
    assert.include(mails()[0]!.text, CRM.url);
    assert.include(mails()[0]!.text, `https://app.example.com/webhooks/${endpoint.endpoint_id}`);
  });

  it('are enabled again without their earlier failures', async () => {
    const endpoint = await create();
    world.ports.eventSender.answer = () => ({ status: null, error: 'timeout' });
    await die(endpoint);
    world.ports.eventSender.answer = () => ({});
    await ask('PATCH', `/event-endpoints/${endpoint.endpoint_id}`, { state: 'enabled' });
    assert.include(await read(endpoint), { state: 'enabled', disabled_reason: null, failing_since: null });
    await eventUseCases(world.ports).notifyDisabled();
    assert.notInclude(JSON.stringify(world.ports.mailer.sent), 'was disabled');
    const requests = sent().length;
    await endCall();
    await until(() => sent().length > requests, 'the event');
  });

  it('are healthy again after one success', async () => {
    const endpoint = await create();
    world.ports.eventSender.answer = () => ({ status: 500 });
    await endCall();
    await until(async () => (await read(endpoint)).failing_since !== null, 'the failure');
    world.ports.eventSender.answer = () => ({});
    await endCall();
    await until(async () => (await read(endpoint)).failing_since === null, 'the success');
  });

  it('are disabled at once when their server says that it is gone', async () => {
    const endpoint = await create();
    world.ports.eventSender.answer = () => ({ status: 410 });
    await endCall();
    await until(async () => (await read(endpoint)).state === 'disabled', 'that it is disabled');
    assert.equal((await read(endpoint)).disabled_reason, 'gone');
    await ask('PATCH', `/event-endpoints/${endpoint.endpoint_id}`, { state: 'disabled' });
    assert.equal((await read(endpoint)).disabled_reason, 'request');
  });

  describe('with parked events', () => {
    let endpoint: Endpoint;
    const resend = (body: object) =>
      ask<{ resent: number; next_from: string | null }>(
        'POST',
        `/event-endpoints/${endpoint.endpoint_id}/resend`,
        body,
      );
    /** Stores deliveries of events, one a second. */
    const store = async (count: number, states: readonly ('parked' | 'delivered' | 'pending')[], everyMs = 1_000) => {
      const start = world.ports.clock.now().getTime();
      await world.ports.eventDeliveries.addAll(
        Array.from({ length: count }, (_, at) => {
          const state = states[at % states.length]!;
          const dueAt = state === 'pending' ? new Date(start + DAY_MS).toISOString() : null;
          return {
            ...{ event_id: `evt_${at}`, org_id: ada.org_id, type: 'endpoint.test', subject: `s${at}`, call_id: null },
            ...{ timestamp: new Date(start + at * everyMs).toISOString(), endpoint_id: endpoint.endpoint_id },
            body: '{"type":"endpoint.test","timestamp":"","data":{"endpoint_id":""}}',
            ...{ sequence: 1, state, due_at: dueAt, give_up_at: '', attempts: 9, last_attempts: [] },
          } as const;
        }),
      );
      world.ports.clock.advance(count * everyMs + 1_000);
      return new Date(start).toISOString();
    };
    beforeEach(async () => (endpoint = await create()));

    it('send those of a time again, the oldest first, and leave the others', async () => {
      const from = await store(6, ['parked', 'delivered', 'pending']);
      const to = new Date(Date.parse(from) + 4_000).toISOString();
      assert.deepEqual((await resend({ from, to })).body, { resent: 2, next_from: null });
      await until(() => sent().length === 2, 'both');
      assert.deepEqual(
        sent().map(({ eventId }) => eventId),
        ['evt_0', 'evt_3'],
      );
      await until(
        async () =>
          (await stored(endpoint)).every(({ event_id, state }) => event_id !== 'evt_3' || state === 'delivered'),
        'the log',
      );
      assert.deepEqual((await resend({ from, to })).body, { resent: 0, next_from: null });
      assert.equal((await resend({ from, states: ['delivered', 'parked'] })).body.resent, 5 - 1);
    });

    it('send many again in two requests, none twice and none left out', async () => {
      const from = await store(1_020, ['parked']);
      const parts: number[] = [];
      for (let next: string | null = from; next !== null;) {
        const { status, body } = await resend({ from: next });
        assert.equal(status, 200, JSON.stringify(body));
        parts.push(body.resent);
        next = body.next_from;
      }
      assert.deepEqual(parts, [1_000, 20]);
      assert.isEmpty((await stored(endpoint)).filter(({ state }) => state === 'parked'));
    });

    it('do not divide events of one time', async () => {
      const from = await store(1_020, ['parked'], 0);
      const { body } = await resend({ from });
      assert.equal(body.resent, 1_020);
      assert.deepEqual((await resend({ from: body.next_from! })).body, { resent: 0, next_from: null });
    });

    it('refuse a time that is empty or in the future, and a disabled endpoint', async () => {
      const [before, after] = [-DAY_MS, DAY_MS].map((ms) =>
        new Date(world.ports.clock.now().getTime() + ms).toISOString(),
      );
      assert.equal((await resend({ from: after })).status, 422);
      assert.equal((await resend({ from: before, to: before })).status, 422);
      await ask('PATCH', `/event-endpoints/${endpoint.endpoint_id}`, { state: 'disabled' });
      assert.equal((await resend({ from: before })).status, 400);
    });
  });
});
