import { assert } from 'chai';
import { agentUseCases } from '../../application/agents/index.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { outage } from '../../domain/errors.ts';
import { refusalOf } from '../support/refusals.ts';
import { greeting, openCanaryFixture, type CanaryFixture } from './canary-calls.ts';
import { ADA, BOT } from './telephony-fixture.ts';

const stranger: Principal = { ...ADA, org_id: 'o2' };

describe('canaries of agents', () => {
  let fixture: CanaryFixture;
  beforeEach(async () => (fixture = await openCanaryFixture()));

  it('are started from the draft, which gets the number of a version and is not published', async () => {
    const { agents, agent_id, draft, start, canary, read } = fixture;
    const { revision } = await draft();
    const started = await start({ note: 'Shorter', expected_revision: revision });
    assert.deepInclude(started, { state: 'running', version: 2, base_version: 1, note: 'Shorter', ended_at: null });
    const { canary_id } = started;
    assert.deepInclude(await read(), {
      version: 1,
      canary: { canary_id, version: 2, base_version: 1, share_percent: 50 },
    });
    assert.deepInclude(await agents.findVersion(BOT, agent_id, 2), { canary_beside: 1, note: 'Shorter' });
    assert.equal((await refusalOf(start())).message, 'The agent has a canary: promote or abort it first');
    await agents.abortCanary(ADA, agent_id);
    assert.notProperty(await read(), 'canary');
    assert.deepInclude(await canary(), { state: 'aborted', ended_by: ADA.email });
    assert.equal((await refusalOf(agents.abortCanary(ADA, agent_id))).message, 'Running canary not found');
    assert.equal((await start()).version, 2, 'the same draft has the same number');
  });

  it('are started from a stored version, and refused where nothing would differ', async () => {
    const { agents, agent_id, start } = fixture;
    assert.equal((await refusalOf(start())).message, 'Draft not found: write one first, or name a version');
    await agents.update(ADA, agent_id, { config: greeting('Two') });
    const same = await refusalOf(start({ version: 2 }));
    assert.deepEqual(
      [same.problem, same.message],
      ['invalid', 'The configuration does not differ from what is published'],
    );
    assert.equal((await refusalOf(start({ version: 7 }))).problem, 'missing');
    assert.deepInclude(await start({ version: 1 }), { version: 1, base_version: 2 });
    const settings = { share_percent: 0, early_hang_up_seconds: 1, max_calls: 7 };
    const wrong = await refusalOf(agents.startCanary(ADA, agent_id, settings));
    for (const name of Object.keys(settings)) assert.include(wrong.message, `${name} must be a whole number from`);
  });

  it('decide which version the calls of the agent run, but for trials of drafts', async () => {
    const { ports, agent_id, draft, start } = fixture;
    await draft();
    const { canary_id } = await start();
    const calls = ports.callUseCases;
    const seen = new Set<number | null | undefined>();
    for (let turn = 0; turn < 12; turn += 1) {
      const { call } = await calls.registerWeb(ADA, { agent_id });
      assert.equal(call.canary_id, canary_id);
      seen.add(call.agent_version);
      await calls.update(ADA, call.call_id, { status: 'canceled' });
      await ports.leases.release('o1', call.call_id);
    }
    assert.sameMembers([...seen], [1, 2]);
    const { call: tried } = await calls.registerWeb(ADA, { agent_id, draft: true });
    assert.notProperty(tried, 'canary_id');
  });

  it('lose calls of runtimes that do not know them, of both versions alike', async () => {
    const { ports, agent_id, draft, start } = fixture;
    await draft();
    const { canary_id } = await start();
    const calls = ports.callUseCases;
    for (const [ran, agent_version, counted] of [
      [{ agent_version: 1 }, 1, null],
      [{}, null, null],
      [{ agent_version: 9, canary_id }, 9, null],
      ['as decided', null, canary_id],
    ] as const) {
      const { call } = await calls.registerWeb(ADA, { agent_id });
      const named = ran === 'as decided' ? { agent_version: call.agent_version!, canary_id } : ran;
      await calls.claim(BOT, call.call_id, 'runtime', named);
      const log = await calls.find(ADA, call.call_id);
      assert.deepEqual([log.canary_id, log.agent_version], [counted, agent_version ?? named.agent_version ?? null]);
      await calls.update(ADA, call.call_id, { status: 'completed' });
      await ports.leases.release('o1', call.call_id);
    }
  });

  it('end when another version is published, by any request', async () => {
    const { agents, agent_id, draft, start, canary, read, follow } = fixture;
    await draft();
    await start();
    await agents.update(ADA, agent_id, { config: greeting('Three') });
    assert.notProperty(await read(), 'canary', 'before anything has noticed');
    assert.equal((await read()).version, 3);
    await follow();
    assert.deepInclude(await canary(), { state: 'superseded', ended_by: null });
    const late = await refusalOf(agents.promoteCanary(ADA, agent_id, {}));
    assert.equal(late.message, 'Running canary not found');
  });

  it('continue when the agent is renamed, beside the version that has its new name, and are promoted under that', async () => {
    const { agents, agent_id, draft, start, canary, read, called, follow } = fixture;
    await draft();
    const { canary_id } = await start();
    await agents.update(ADA, agent_id, { name: 'Front desk' });
    assert.deepInclude(await read(), {
      version: 3,
      canary: { canary_id, version: 2, base_version: 3, share_percent: 50 },
    });
    await called({ canary: { early: 1, others: 4 }, published: { early: 1, others: 4 } });
    await follow();
    assert.deepInclude(await canary(), { state: 'running', base_version: 3 });
    assert.deepInclude(await agents.promoteCanary(ADA, agent_id, {}), { version: 4, name: 'Front desk' });
    assert.deepInclude(await canary(), { state: 'promoted' });
  });

  it('keep their version when the agent is renamed, however many versions were made since', async () => {
    const { ports, agents, agent_id, start, read } = fixture;
    await agents.update(ADA, agent_id, { config: greeting('Two') });
    await start({ version: 1 });
    const { canary } = await read();
    await ports.agents.update('o1', agent_id, { version: 300, canary: { ...canary!, base_version: 300 } });
    await agents.update(ADA, agent_id, { name: 'Front desk' });
    assert.equal((await read()).version, 301);
    assert.deepInclude(await agents.findVersion(BOT, agent_id, 1), { version: 1 });
  });

  it('end when more than the name is changed', async () => {
    const { agents, agent_id, draft, start, canary, read, follow } = fixture;
    await draft();
    await start();
    await agents.update(ADA, agent_id, { name: 'Front desk', config: greeting('Three') });
    assert.notProperty(await read(), 'canary');
    await follow();
    assert.deepInclude(await canary(), { state: 'superseded', base_version: 1 });
  });

  it('that were aborted do not come back with a new name that was being written', async () => {
    const { ports, agents, agent_id, draft, start, read } = fixture;
    await draft();
    await start();
    const slow = agentUseCases({
      ...ports,
      agents: {
        ...ports.agents,
        async update(...args) {
          if (args[2].name !== undefined && (await read()).canary) await agents.abortCanary(ADA, agent_id);
          return ports.agents.update(...args);
        },
      },
    });
    assert.equal((await slow.update(ADA, agent_id, { name: 'Front desk' })).name, 'Front desk');
    assert.isNull((await ports.agents.findVersioned('o1', agent_id))?.canary ?? null);
  });

  it('are promoted as a new version, once, and their draft is removed', async () => {
    const { ports, agents, agent_id, draft, start, canary, read } = fixture;
    await draft();
    await start();
    const published = await agents.promoteCanary(ADA, agent_id, { note: 'It is better' });
    assert.deepInclude(published, { version: 3 });
    assert.notProperty(published, 'canary');
    assert.deepInclude((await read()).config.prompts, { greeting_message: 'Two' });
    assert.deepInclude(await agents.findVersion(ADA, agent_id, 3), { restored_from: 2, note: 'It is better' });
    assert.deepInclude(await canary(), { state: 'promoted', ended_by: ADA.email });
    assert.isNull(await ports.agentDrafts.find('o1', agent_id));
  });

  it('are known as promoted though the process ended before it noted that', async () => {
    const { ports, agent_id, draft, start, canary, read, follow } = fixture;
    await draft();
    await start();
    const dying = agentUseCases({
      ...ports,
      agentCanaries: { ...ports.agentCanaries, change: () => Promise.reject(outage('The database does not respond')) },
    });
    assert.equal((await refusalOf(dying.promoteCanary(ADA, agent_id, {}))).problem, 'outage');
    await follow();
    assert.equal((await canary()).state, 'promoted');
    assert.equal((await read()).version, 3);
  });

  it('belong to one organisation, and are removed with their agent', async () => {
    const { ports, agents, agent_id, draft, start, follow } = fixture;
    await draft();
    await start();
    for (const work of [
      agents.findCanary(stranger, agent_id),
      agents.startCanary(stranger, agent_id, { share_percent: 5 }),
      agents.abortCanary(stranger, agent_id),
      agents.promoteCanary(stranger, agent_id, {}),
      agents.readVersionMetrics(stranger, agent_id, { agent_version: '1' }),
    ])
      assert.equal((await refusalOf(work)).message, 'Agent not found');
    await agents.delete(ADA, agent_id);
    assert.isNull(await ports.agentCanaries.find('o1', agent_id));
    await follow();
    assert.isEmpty(ports.logged.filter(({ name }) => name === 'agents.canary_not_followed'));
  });

  it('show how the calls of each version went', async () => {
    const { agents, agent_id, draft, start, called } = fixture;
    await draft();
    await start();
    await called({ canary: { early: 4, others: 6 }, published: { early: 1, others: 9 } });
    const metrics = await agents.readVersionMetrics(ADA, agent_id, { agent_version: '2' });
    assert.deepInclude(metrics, { agent_version: 2, total: 10, calls: 10, conversations: 10, early_hang_ups: 4 });
    assert.deepInclude(await agents.readVersionMetrics(ADA, agent_id, { agent_version: '1' }), {
      early_hang_ups: 1,
    });
    assert.deepInclude(await agents.readVersionMetrics(ADA, agent_id, { agent_version: '9' }), {
      ...{ total: 0, conversations: 0, average_duration: null, reply_seconds: null, interrupted_share: null },
    });
  });
});
