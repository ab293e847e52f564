import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';

const NUMBER = '+15550100001';
const CALLEE = '+14155552671';

interface CallbackBody {
  readonly callback_id: string;
  readonly campaign_id: string;
  readonly status: string;
  readonly time_in_words: string;
}

describe('callbacks over HTTP', () => {
  let world: World;
  let org: AgentFixture;
  let callId: string;

  beforeEach(async () => {
    world = await openWorld();
    org = await openAgentFixture(world);
    await org.ask('POST', '/auth', { body: { provider: 'plivo', auth: { auth_id: 'id', auth_token: 'token' } } });
    const agent = { name: 'Phone', agent_category: 'telephony', telephony_provider: 'plivo', config: testConfig() };
    const { agent_id } = (await org.ask('POST', '/agents', { body: agent })).body as { agent_id: string };
    await org.ask('POST', '/phone-numbers/attach', { body: { phone_number: NUMBER, provider: 'plivo', agent_id } });
    const ring = { agent_id, provider_call_sid: 'sid', from_number: CALLEE, to_number: NUMBER };
    callId = ((await org.ask('POST', '/calls/inbound', { body: ring })).body as { call_id: string }).call_id;
  });
  const schedule = (body: object) => org.ask('POST', `/calls/${callId}/callback`, { body });
  const listed = async (query = '') =>
    ((await org.ask('GET', `/callbacks${query}`)).body as { callbacks: CallbackBody[] }).callbacks;

  it('are scheduled, moved, listed, found and canceled', async () => {
    const { status, body } = await schedule({ day: 'tomorrow', time: '17:00', note: 'Two rooms' });
    assert.equal(status, 201);
    const made = body as CallbackBody;
    assert.deepInclude(body as object, {
      ...{ call_id: callId, phone_number: CALLEE, status: 'scheduled', source: 'api', requested_by: org.email },
      ...{ timezone: 'America/Los_Angeles', note: 'Two rooms', outcome: null, deferral: null, callback_call_id: null },
    });
    assert.match(made.time_in_words, / at 17:00 \(America\/Los_Angeles\)$/);
    const moved = (await schedule({ in_minutes: 30 })).body as CallbackBody;
    assert.equal(moved.callback_id, made.callback_id);
    assert.lengthOf(await listed(), 1);
    const path = `/callbacks/${made.callback_id}`;
    assert.deepInclude(await org.ask('GET', path), { status: 200, body: (await listed())[0] });
    assert.deepInclude((await org.ask('DELETE', path)).body as object, { status: 'canceled' });
    await world.ports.clock.advanceAsync(1_000);
    await world.ports.campaignEngine.tick();
    assert.isEmpty(await listed());
    assert.lengthOf(await listed('?upcoming=false'), 1);
    const home = await org.ask('GET', `/campaign/${made.campaign_id}`);
    assert.deepInclude(home.body as object, { name: 'Callbacks of Phone', source_type: 'callbacks', total_rows: 1 });
  });

  it('tell what is wrong with a time, and need one', async () => {
    for (const [body, detail] of [
      [{ day: 'tomorrow', time: '5 pm' }, /time must be a time of the day such as 17:00/],
      [{ day: 'someday', time: '17:00' }, /day must be today, tomorrow, a weekday/],
      [{ day: 'today', time: '17:00', timezone: 'Texas' }, /timezone must be an IANA name/],
      [{ in_minutes: 0 }, /in_minutes/],
      [{ in_minutes: 43_201 }, /in_minutes/],
      [{ in_minutes: 5, note: 'one\ntwo' }, /note must be one line of at most 300 characters/],
      [{}, /day is required, or in_minutes instead of both/],
    ] as const) {
      const answer = await schedule(body);
      assert.equal(answer.status, 422);
      assert.match(JSON.stringify(answer.body), detail);
    }
    assert.isEmpty(await listed());
    assert.deepEqual((await org.ask('GET', '/campaign/')).body, []);
  });

  it('are scheduled by the runtime as the agent’s', async () => {
    const exchange = { key: INTERNAL_KEY, body: { org_id: org.org_id } };
    const { body: bot } = await world.ask('POST', '/api/v1/users/bot/token', exchange);
    const { access_token: token } = bot as { access_token: string };
    const { status, body } = await world.ask('POST', `/api/v1/calls/${callId}/callback`, {
      ...{ token, body: { in_minutes: 5 } },
    });
    assert.equal(status, 201);
    assert.deepInclude(body as object, { source: 'tool', requested_by: 'Phone' });
  });
});
