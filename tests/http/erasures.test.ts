import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { invited } from '../support/staff.ts';
import { createTelephonyAgent } from '../support/telephony-resources.ts';
import { openWorld, type World } from '../support/world.ts';

const NUMBER = '+14155550177';

describe('/erasures', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
  });

  const request = (number: string) => ada.ask('POST', '/erasures', { body: { phone_number: number } });

  it('erases a number in the background, shows the progress, and never the whole number', async () => {
    const { status, body } = await request('+1 415-555-0177');
    assert.equal(status, 202);
    const { erasure_id } = body as { erasure_id: string };
    assert.deepInclude(body, {
      phone_number: '+14…77',
      status: 'pending',
      org_id: ada.org_id,
      requested_by: ada.email,
    });
    await world.ports.erasureWorker.tick();
    const done = await ada.ask('GET', `/erasures/${erasure_id}`);
    assert.deepInclude(done.body, { status: 'done', waiting: 0, completed_at: world.ports.clock.now().toISOString() });
    const list = await ada.ask('GET', '/erasures');
    assert.deepEqual(list.body, { erasures: [done.body], limit: 50, offset: 0, total: 1 });
    assert.notInclude(JSON.stringify(await world.ports.documents.everything()), '4155550177');
  });

  it('answers a pending erasure of the same number instead of another', async () => {
    await world.ports.erasureWorker.stop();
    const first = await request(NUMBER);
    assert.deepEqual((await request(NUMBER)).body, first.body);
    const other = await request('+14155550178');
    assert.notDeepEqual(other.body, first.body);
  });

  it('rejects numbers of the organisation itself, and texts without a number', async () => {
    const { number } = await createTelephonyAgent(world, ada);
    assert.equal((await request(number)).status, 400);
    for (const text of ['', '12', 'erased', '0151 1234567']) assert.equal((await request(text)).status, 422, text);
  });

  it('erases the active organisation for a super_admin, while no number is attached', async () => {
    const erase = (orgId: string, token = ada.token) =>
      world.ask('POST', `/api/v1/organisations/${orgId}/erasure`, { token });
    const ben = await invited(world, ada, 'ben');
    assert.equal((await erase(ada.org_id, ben.token)).status, 403);
    assert.equal((await erase('another')).status, 403);
    const { number } = await createTelephonyAgent(world, ada);
    const detail = 'Phone numbers are attached to agents: detach them first, so that no calls come in';
    assert.deepInclude(await erase(ada.org_id), { status: 409, detail });
    const attached = (await world.ports.phoneNumbers.find(number))!;
    await world.ports.phoneNumbers.change(attached, { agent_id: null });
    const { status, body } = await erase(ada.org_id);
    assert.equal(status, 202);
    await world.ports.erasureWorker.tick();
    world.ports.clock.advance(20_000);
    await world.ports.erasureWorker.tick();
    const { erasure_id } = body as { erasure_id: string };
    assert.deepInclude((await ada.ask('GET', `/erasures/${erasure_id}`)).body, {
      status: 'done',
      scope: 'organisation',
    });
    assert.deepEqual((await ada.ask('GET', '/agents')).body, []);
  });
});
