import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';

const handingOver = (agent_id: string) => ({
  ...testConfig(),
  handover: { targets: [{ name: 'billing', agent_id, description: 'Invoices.' }] },
});

describe('the targets of handovers', () => {
  let world: World;
  let ada: AgentFixture;
  let eve: AgentFixture;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
    eve = await openAgentFixture(world, 'eve');
  });

  const other = (of: AgentFixture) =>
    of.post<{ agent_id: string }>('/agents', {
      name: crypto.randomUUID(),
      agent_category: 'websocket',
      config: testConfig(),
    });
  const change = (agent_id: string) =>
    ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: handingOver(agent_id) } });

  it('are agents of the own organisation: one of another is answered like one that does not exist', async () => {
    const unknown = await change(crypto.randomUUID());
    assert.equal(unknown.status, 422);
    assert.include(unknown.detail, 'handover.targets[0].agent_id must be an agent of the organisation');
    assert.deepInclude(await change(eve.agentId), { status: unknown.status, detail: unknown.detail });
    const draft = { body: { config: handingOver(eve.agentId) } };
    assert.deepInclude(await ada.ask('PUT', `/agents/${ada.agentId}/draft`, draft), {
      status: 422,
      detail: unknown.detail,
    });
    const created = { name: 'New', agent_category: 'websocket', config: handingOver(eve.agentId) };
    assert.deepInclude(await ada.ask('POST', '/agents', { body: created }), { status: 422, detail: unknown.detail });
  });

  it('are not loaded for a call of another organisation', async () => {
    const exchange = { key: INTERNAL_KEY, body: { org_id: ada.org_id } };
    const { body } = await world.ask('POST', '/api/v1/users/bot/token', exchange);
    const { access_token: token } = body as { access_token: string };
    const requested = (id: string) => world.ask('GET', `/api/v1/agents/${id}`, { token });
    assert.equal((await requested(ada.agentId)).status, 200);
    const [foreign, unknown] = [await requested(eve.agentId), await requested(crypto.randomUUID())];
    assert.deepEqual([foreign.status, foreign.detail], [404, unknown.detail]);
  });

  it('are stored as they apply, and are neither the agent itself nor archived', async () => {
    const { agent_id } = await other(ada);
    const saved = await change(agent_id);
    assert.equal(saved.status, 200, saved.text);
    const { config } = saved.body as { config: { handover: unknown } };
    assert.deepEqual(config.handover, {
      targets: [{ name: 'billing', agent_id, description: 'Invoices.', context: 'all', fields: [], may_return: false }],
    });
    assert.include((await change(ada.agentId)).detail, 'handover.targets[0].agent_id must be another agent');
    await ada.ask('PATCH', `/agents/${agent_id}`, { body: { status: 'archived' } });
    assert.include((await change(agent_id)).detail, 'is an archived agent');
  });
});
