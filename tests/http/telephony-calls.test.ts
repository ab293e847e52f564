import { assert } from 'chai';
import { unavailable } from '../../domain/errors.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import type { FakeCarrier } from '../support/fake-carrier.ts';
import { testConfig } from '../support/providers.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';

const NUMBER = '+15550100001';
const CALLEE = '+14155552671';

describe('telephone calls over HTTP', () => {
  let world: World;
  let org: AgentFixture;
  let agentId: string;
  let carrier: FakeCarrier;

  beforeEach(async () => {
    world = await openWorld();
    org = await openAgentFixture(world);
    carrier = world.ports.carriers.carrier('plivo');
    await org.ask('POST', '/auth', { body: { provider: 'plivo', auth: { auth_id: 'id', auth_token: 'token' } } });
    const agent = { name: 'Phone', agent_category: 'telephony', telephony_provider: 'plivo', config: testConfig() };
    agentId = idOf(await org.ask('POST', '/agents', { body: agent }), 'agent_id');
    const number = { phone_number: NUMBER, provider: 'plivo', agent_id: agentId };
    await org.ask('POST', '/phone-numbers/attach', { body: number });
  });

  const idOf = ({ body }: { body: unknown }, field = 'call_id'): string => (body as Record<string, string>)[field]!;
  const start = (more: object = {}) =>
    org.ask('POST', '/calls/outbound', { body: { agent_id: agentId, to_number: CALLEE, ...more } });
  const ring = (provider_call_sid = 'sid/1', more: object = {}) =>
    org.ask('POST', '/calls/inbound', {
      body: { agent_id: agentId, provider_call_sid, from_number: CALLEE, to_number: NUMBER, ...more },
    });
  const claim = (id: string, owner = 'runtime') => org.ask('PUT', `/calls/${id}/lease`, { body: { owner } });
  const renew = (body: unknown, key: string | null = INTERNAL_KEY) =>
    world.ask('POST', '/api/v1/calls/internal/leases', { body, ...(key !== null && { key }) });

  it('are counted as ringing until claimed or ended, with the internal key only', async () => {
    const count = (until: string, more: object = { key: INTERNAL_KEY }) =>
      world.ask('GET', `/api/v1/calls/internal/ringing?registered_until=${until}`, more);
    const now = world.ports.clock.now().toISOString();
    const [outgoing, incoming] = [idOf(await start()), idOf(await ring())];
    assert.deepInclude(await count(now), { status: 200, body: { calls: 2 } });
    assert.deepInclude(await count('2026-01-01T00:00:00Z'), { body: { calls: 0 } });
    await claim(incoming);
    assert.deepInclude(await count(now), { body: { calls: 1 } });
    await org.ask('PATCH', `/calls/${outgoing}`, { body: { status: 'busy' } });
    assert.deepInclude(await count(now), { body: { calls: 0 } });
    assert.equal((await count(now, {})).status, 401);
    assert.equal((await count('soon')).status, 422);
    assert.equal((await world.ask('GET', '/api/v1/calls/internal/ringing', { key: INTERNAL_KEY })).status, 422);
  });

  describe('that go out', () => {
    it('are started', async () => {
      const { status, body } = await start({ custom_variables: { name: 'Ann' } });
      const id = idOf({ body });
      assert.equal(status, 201);
      assert.deepEqual(body, {
        call_id: id,
        status: 'initiated',
        provider_call_sid: `sid of ${id}`,
        from_number: NUMBER,
        to_number: CALLEE,
        agent_id: agentId,
        custom_variables: { name: 'Ann' },
      });
    });

    it('answer 422 and 404 to what cannot be called', async () => {
      for (const body of [{ to_number: '911' }, { from_number: '+15550100002' }, { agent_id: org.agentId }])
        assert.equal((await start(body)).status, 422, JSON.stringify(body));
      for (const body of [{ to_number: 7 }, { to_number: undefined }, { custom_variables: [] }, { from_number: null }])
        assert.isArray((await start(body)).detail, JSON.stringify(body));
      assert.deepInclude(await start({ agent_id: 'none' }), { status: 404, detail: 'Agent not found' });
      assert.isEmpty(carrier.dialled);
    });

    it('pass on what the carrier answers, and 502 when it does not', async () => {
      const failures: readonly [Error, number][] = [
        [new CarrierFailure('Out of credit', { status: 402 }), 402],
        [new CarrierFailure('Bad gateway', { status: 503 }), 503],
        [unavailable('plivo does not answer'), 502],
      ];
      for (const [error, status] of failures) {
        carrier.before('dial', () => {
          throw error;
        });
        assert.deepInclude(await start(), { status, detail: error.message });
      }
      const { body } = await org.ask('GET', `/calls/org/${org.org_id}`);
      const logs = (body as { calls: { status: string; error_message: string }[] }).calls;
      assert.deepEqual(
        logs.map(({ status, error_message }) => [status, error_message]),
        [
          ['initiated', 'plivo does not answer'],
          ['initiated', 'Bad gateway'],
          ['failed', 'Out of credit'],
        ],
      );
    });

    it('answer 429 over the limit, with a time to come back', async () => {
      await start();
      await ring();
      const answer = await start();
      assert.deepInclude(answer, { status: 429, detail: 'Organisation concurrent call limit reached' });
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal((await org.ask('POST', '/calls/web', { body: { agent_id: org.agentId } })).status, 429);
    });
  });

  describe('that come in', () => {
    it('are registered once', async () => {
      const { status, body } = await ring();
      assert.equal(status, 201);
      assert.deepEqual(body, {
        call_id: idOf({ body }),
        status: 'initiated',
        provider_call_sid: 'sid/1',
        call_type: 'inbound',
        from_number: CALLEE,
        to_number: NUMBER,
        ...{ agent_id: agentId, created: true },
      });
      const again = await ring();
      assert.equal(again.status, 201);
      assert.deepEqual(again.body, { ...(body as object), created: false });
    });

    it('need a sid and an agent on the telephone', async () => {
      for (const more of [{ provider_call_sid: '' }, { provider_call_sid: { $ne: '' } }, { agent_id: org.agentId }])
        assert.equal((await ring('sid', more)).status, 422, JSON.stringify(more));
      assert.equal((await ring('sid', { agent_id: 'none' })).status, 404);
    });
  });

  describe('known by their carrier', () => {
    it('are updated, also those whose ids look like routes', async () => {
      for (const sid of ['sid/1', 'lease', '%2e%2e', 'a b?c']) {
        const id = idOf(await ring(sid));
        const path = `/calls/by-provider-sid/${encodeURIComponent(sid)}`;
        const { status, body } = await org.ask('PATCH', path, { body: { status: 'busy', call_response: 'busy' } });
        assert.equal(status, 200, sid);
        assert.deepInclude(body as object, { call_id: id, status: 'busy', call_response: 'busy' });
        assert.deepInclude(await org.ask('PATCH', path, { body: {} }), { status: 400, detail: 'No fields to update' });
      }
      const unknown = await org.ask('PATCH', '/calls/by-provider-sid/none', { body: { status: 'busy' } });
      assert.deepInclude(unknown, { status: 404, detail: 'Call not found' });
    });

    it('are learned late, and never two by one id', async () => {
      const id = idOf(await start());
      await org.ask('PATCH', `/calls/${id}`, { body: { provider_call_sid: 'uuid' } });
      const byUuid = await org.ask('PATCH', '/calls/by-provider-sid/uuid', { body: { status: 'ringing' } });
      assert.deepInclude(byUuid.body as object, { call_id: id, provider_call_sid: 'uuid' });
      const other = idOf(await ring());
      const taken = await org.ask('PATCH', `/calls/${other}`, { body: { provider_call_sid: 'uuid' } });
      assert.deepInclude(taken, { status: 409, detail: 'Another call has this provider_call_sid' });
    });
  });

  describe('that are carried', () => {
    it('are claimed by one process, which starts their clock', async () => {
      const id = idOf(await ring());
      const { status, body } = await claim(id);
      assert.equal(status, 200);
      const until = new Date(world.ports.clock.now().getTime() + 45_000).toISOString();
      assert.deepEqual(body, { call_id: id, until });
      const started = { status: 'in_progress', start_time_utc: world.ports.clock.now().toISOString() };
      assert.deepInclude((await org.ask('GET', `/calls/${id}`)).body as object, started);
      const claimed = { status: 409, detail: 'Another process is already running this call' };
      assert.deepInclude(await claim(id, 'other'), claimed);
      await org.ask('PATCH', `/calls/${id}`, { body: { status: 'completed' } });
      assert.deepInclude(await claim(id), { status: 409, detail: 'The call is over' });
      assert.equal((await claim(id, '')).status, 422);
    });

    it("answer 429 when their slot is another call's by now", async () => {
      const id = idOf(await ring());
      world.ports.clock.advance(60_001);
      await start();
      await start();
      assert.deepInclude(await claim(id), { status: 429, detail: 'Organisation concurrent call limit reached' });
    });

    it('are renewed in one request, which tells what is lost', async () => {
      const [one, two] = [idOf(await ring('1')), idOf(await ring('2'))];
      for (const id of [one, two]) await claim(id);
      await org.ask('PATCH', `/calls/${two}`, { body: { status: 'failed' } });
      const calls = [one, two].map((call_id) => ({ org_id: org.org_id, call_id }));
      const { status, body } = await renew({ owner: 'runtime', calls });
      assert.equal(status, 200);
      assert.deepEqual(body, { lost: [two] });
      assert.deepEqual((await renew({ owner: 'runtime', calls: [] })).body, { lost: [] });
      assert.equal((await renew({ owner: 'runtime', calls: [{ org_id: 'x' }] })).status, 422);
    });

    it('are settled at once when their process is said to be lost, with the internal key only', async () => {
      const id = idOf(await ring());
      await claim(id);
      world.ports.clock.advance(8_000);
      const renewedAt = world.ports.clock.now().toISOString();
      const lost = (body: object, key: string | null = INTERNAL_KEY) =>
        world.ask('POST', '/api/v1/calls/internal/losses', { body, ...(key !== null && { key }) });
      const loss = { org_id: org.org_id, call_id: id, heard_at: renewedAt };
      assert.deepInclude(await lost(loss, null), { status: 401, detail: 'Missing API key' });
      assert.deepInclude(await lost({ ...loss, call_id: 'none' }), { status: 404, detail: 'Call not found' });
      assert.equal((await lost({ ...loss, heard_at: 'lately' })).status, 422);
      assert.deepInclude(await lost(loss), { status: 200, body: { status: 'ok' } });
      const ended = { status: 'failed', call_response: 'answered', end_time_utc: renewedAt, duration: 8 };
      assert.deepInclude((await org.ask('GET', `/calls/${id}`)).body as object, ended);
      const still = /^Transcript not delivered yet: /;
      assert.match(String((await org.ask('GET', `/calls/${id}/transcript`)).detail), still);
    });

    it('are renewed with the internal key only', async () => {
      const body = { owner: 'runtime', calls: [] };
      assert.deepInclude(await renew(body, null), { status: 401, detail: 'Missing API key' });
      assert.deepInclude(await renew(body, 'wrong'), { status: 401, detail: 'Invalid API key' });
    });
  });

  it('stream their recordings in parts, and never what lies elsewhere', async () => {
    const id = idOf(await ring());
    const key = `${org.org_id}/${id}/recording.wav`;
    const root = world.ports.objects.root;
    await world.ports.objects.put(key, bytes(), { size: 4, contentType: 'audio/wav' });
    for (const url of ['https://evil.example.com/x.wav', `${root}other/${id}/recording.wav`, `${root}${key}/../x`])
      assert.equal(
        (await org.ask('PATCH', '/calls/by-provider-sid/sid%2F1', { body: { recording_url: url } })).status,
        422,
      );
    const patched = await org.ask('PATCH', '/calls/by-provider-sid/sid%2F1', { body: { recording_url: root + key } });
    assert.deepInclude(patched.body as object, { recording_url: `/api/v1/calls/${id}/recording` });
    const part = await org.ask('GET', `/calls/${id}/recording`, { headers: { range: 'bytes=1-2' } });
    assert.deepInclude(part, { status: 206, text: 'bc' });
    assert.equal(part.headers.get('content-range'), 'bytes 1-2/4');
    const eve = await world.signUp('eve');
    const foreign = await world.ask('GET', `/api/v1/calls/${id}/recording`, { token: eve.token });
    assert.deepInclude(foreign, { status: 404, detail: 'Call not found' });
  });
});

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('abcd');
}
