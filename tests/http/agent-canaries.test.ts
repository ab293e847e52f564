import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { canaryCalls, greeting } from '../application/canary-calls.ts';
import { eventually } from '../support/eventually.ts';
import { openWorld, type World } from '../support/world.ts';

interface CanaryBody {
  readonly canary_id: string;
  readonly state: string;
}

describe('canaries of agents over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  before(async () => (world = await openWorld()));
  let signers = 0;
  beforeEach(async () => {
    ada = await openAgentFixture(world, `canary${(signers += 1)}`);
    await ada.ask('PUT', path('/draft'), { body: { config: greeting('Two') } });
  });

  const path = (more = ''): string => `/agents/${ada.agentId}${more}`;
  const start = (more: object = {}) => ada.ask('POST', path('/canary'), { body: { share_percent: 50, ...more } });
  const follow = async (): Promise<void> => {
    world.ports.clock.advance(61_000);
    await world.ports.agentUseCases.followCanaries();
  };

  it('are started, read, aborted and promoted', async () => {
    assert.equal((await ada.ask('GET', path('/canary'))).status, 404);
    const started = await start({ note: 'Shorter', max_calls: 500 });
    assert.equal(started.status, 201);
    assert.deepEqual((await ada.ask('GET', path('/canary'))).body, started.body);
    assert.equal((await start()).status, 409);
    assert.nestedInclude((await ada.ask('GET', path())).body, { 'canary.version': 2, version: 1 });
    assert.equal((await ada.ask('DELETE', path('/canary'))).status, 200);
    assert.equal((await ada.ask('DELETE', path('/canary'))).status, 404);
    assert.equal(((await ada.ask('GET', path('/canary'))).body as CanaryBody).state, 'aborted');
    assert.equal((await start({ version: 2 })).status, 201);
    const promoted = await ada.ask('POST', path('/canary/promote'), { body: { note: 'Better' } });
    assert.deepInclude(promoted.body, { version: 3 });
    const { body } = await ada.ask('GET', path('/versions'));
    assert.deepInclude((body as { versions: object[] }).versions[1], { version: 2, canary_beside: 1 });
  });

  it('refuse what cannot be tried, with the field', async () => {
    for (const [body, status, detail] of [
      [{}, 422, 'share_percent'],
      [{ share_percent: 91 }, 422, 'share_percent'],
      [{ share_percent: 5, max_calls: 1 }, 422, 'max_calls'],
      [{ share_percent: 5, early_hang_up_seconds: 301 }, 422, 'early_hang_up_seconds'],
      [{ share_percent: 5, note: 'x'.repeat(501) }, 422, 'note'],
      [{ share_percent: 5, version: 1 }, 422, 'does not differ'],
      [{ share_percent: 5, version: 9 }, 404, 'Version not found'],
      [{ share_percent: 5, expected_revision: 'another' }, 409, 'has changed the draft'],
    ] as const) {
      const answer = await ada.ask('POST', path('/canary'), { body });
      assert.equal(answer.status, status, answer.text);
      assert.include(answer.text, detail);
    }
  });

  it('are rolled back by the platform, which tells endpoints and admins, and leaves an entry in the audit trail', async () => {
    const endpoint = { url: 'https://crm.example.com/', event_types: ['agent.canary_rolled_back'] };
    await ada.ask('POST', '/event-endpoints', { body: endpoint });
    const { canary_id } = (await start()).body as CanaryBody;
    const counts = { canary: { early: 30, others: 20 }, published: { early: 3, others: 47 } };
    await canaryCalls(world.ports, ada.agentId, counts, ada.org_id);
    for (let round = 0; round < 3; round += 1) await follow();
    const { body } = await ada.ask('GET', path('/canary'));
    assert.deepInclude(body, { canary_id, state: 'rolled_back', worse_by: 'early_hang_up' });
    const { eventRelay, deliveryEngine, eventSender, mailer, auditEvents } = world.ports;
    await eventually(async () => {
      await eventRelay.tick();
      await deliveryEngine.tick();
      return eventSender.sent.length > 0;
    }, 'the event');
    const [event, ...others] = eventSender.sent.map((sent) => JSON.parse(sent.body) as { type: string; data: object });
    assert.isEmpty(others);
    assert.equal(event!.type, 'agent.canary_rolled_back');
    assert.deepEqual(event!.data, {
      ...{ agent_id: ada.agentId, canary_id, version: 2, base_version: 1, canary: body },
    });
    const mails = mailer.sent.filter(({ to }) => to === ada.email);
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['Version 2 of Desk was rolled back'],
    );
    assert.include(
      mails[0]!.text,
      'With version 2, callers left early in 30 of 50 calls, with version 1 in 3 of 50 calls.',
    );
    assert.include(mails[0]!.text, `https://app.example.com/agents/${ada.agentId}/versions`);
    const [entry] = await auditEvents.list(ada.org_id, { action: 'agent.roll_back_canary' }, { limit: 9, offset: 0 });
    assert.deepInclude(entry, { actor: null, target_id: `${ada.agentId} 2`, outcome: 'done' });
  });

  it('give calls and their outcomes a version to be filtered by', async () => {
    await start();
    const counts = { canary: { early: 1, others: 2 }, published: { early: 0, others: 4 } };
    await canaryCalls(world.ports, ada.agentId, counts, ada.org_id);
    const of = `agent_id=${ada.agentId}&agent_version=2`;
    const listed = await ada.ask('GET', `/calls/org/${ada.org_id}?${of}`);
    assert.deepInclude(listed.body, { total: 3 });
    const outcomes = await ada.ask('GET', `/calls/org/${ada.org_id}/outcomes?${of}`);
    assert.deepInclude(outcomes.body, { analysed: 0 });
    const exported = await ada.ask('GET', `/calls/org/${ada.org_id}/export?${of}`);
    assert.lengthOf(exported.text.trim().split('\n'), 4);
    const metrics = await ada.ask('GET', path('/versions/2/metrics'));
    assert.deepInclude(metrics.body, { total: 3, conversations: 3, early_hang_ups: 1 });
    assert.equal((await ada.ask('GET', path('/versions/x/metrics'))).status, 422);
    const alone = await ada.ask('GET', `/calls/org/${ada.org_id}?agent_version=2`);
    assert.deepInclude(alone, { status: 422, detail: 'agent_version needs agent_id: each agent has its own versions' });
  });
});
