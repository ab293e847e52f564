import { assert } from 'chai';
import { agentUseCases, type AgentUseCases } from '../../application/agents/index.ts';
import { callUseCases } from '../../application/calls/index.ts';
import { BOT_EMAIL, type Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { outage } from '../../domain/errors.ts';
import { refusalOf } from '../support/refusals.ts';
import { canaryCalls, greeting } from '../support/canary-calls.ts';
import { openPorts, type Ports } from '../support/world.ts';

const ada: Principal = { email: 'ada@example.com', org_id: 'o1', role: 'admin' };
const stranger: Principal = { ...ada, org_id: 'o2' };
const bot: Principal = { ...ada, email: BOT_EMAIL };

describe('canaries of agents', () => {
  let ports: Ports;
  let agents: AgentUseCases;
  let agent: Agent;
  beforeEach(async () => {
    ports = await openPorts();
    const created_at = ports.clock.now().toISOString();
    const made = { created_by_email: ada.email, created_at, concurrent_call_limit: null };
    await ports.organisations.add({ org_id: 'o1', name: 'o1', ...made });
    agents = agentUseCases(ports);
    agent = await agents.create(ada, { name: 'Desk', agent_category: 'websocket', config: greeting('One') });
  });
  afterEach(() => ports.close());

  const draft = (text = 'Two') => agents.saveDraft(ada, agent.agent_id, { config: greeting(text) });
  const start = (more: object = {}) => agents.startCanary(ada, agent.agent_id, { share_percent: 50, ...more });
  const canary = () => agents.findCanary(ada, agent.agent_id);
  const read = () => agents.find(ada, agent.agent_id);
  const called = (counts: Parameters<typeof canaryCalls>[2]) => canaryCalls(ports, agent.agent_id, counts);
  const follow = async (of = agents, seconds = 61) => {
    ports.clock.advance(seconds * 1000);
    await of.followCanaries();
  };
  const auditOutcomes = async (action: 'agent.roll_back_canary') =>
    (await ports.auditEvents.list('o1', { action }, { limit: 9, offset: 0 })).map(({ outcome }) => outcome);

  it('are started from the draft, which gets the number of a version and is not published', async () => {
    const { revision } = await draft();
    const started = await start({ note: 'Shorter', expected_revision: revision });
    assert.deepInclude(started, { state: 'running', version: 2, base_version: 1, note: 'Shorter', ended_at: null });
    const { canary_id } = started;
    assert.deepInclude(await read(), {
      version: 1,
      canary: { canary_id, version: 2, base_version: 1, share_percent: 50 },
    });
    assert.deepInclude(await agents.findVersion(bot, agent.agent_id, 2), { canary_beside: 1, note: 'Shorter' });
    assert.equal((await refusalOf(start())).message, 'The agent has a canary: promote or abort it first');
    await agents.abortCanary(ada, agent.agent_id);
    assert.notProperty(await read(), 'canary');
    assert.deepInclude(await canary(), { state: 'aborted', ended_by: ada.email });
    assert.equal((await refusalOf(agents.abortCanary(ada, agent.agent_id))).message, 'Running canary not found');
    assert.equal((await start()).version, 2, 'the same draft has the same number');
  });

  it('are started from a stored version, and refused where nothing would differ', async () => {
    assert.equal((await refusalOf(start())).message, 'Draft not found: write one first, or name a version');
    await agents.update(ada, agent.agent_id, { config: greeting('Two') });
    const same = await refusalOf(start({ version: 2 }));
    assert.deepEqual(
      [same.problem, same.message],
      ['invalid', 'The configuration does not differ from what is published'],
    );
    assert.equal((await refusalOf(start({ version: 7 }))).problem, 'missing');
    assert.deepInclude(await start({ version: 1 }), { version: 1, base_version: 2 });
    const settings = { share_percent: 0, early_hang_up_seconds: 1, max_calls: 7 };
    const wrong = await refusalOf(agents.startCanary(ada, agent.agent_id, settings));
    for (const name of Object.keys(settings)) assert.include(wrong.message, `${name} must be a whole number from`);
  });

  it('decide which version the calls of the agent run, but for trials of drafts', async () => {
    await draft();
    const { canary_id } = await start();
    const calls = callUseCases(ports);
    const seen = new Set<number | null | undefined>();
    for (let turn = 0; turn < 12; turn += 1) {
      const { call } = await calls.registerWeb(ada, { agent_id: agent.agent_id });
      assert.equal(call.canary_id, canary_id);
      seen.add(call.agent_version);
      await calls.update(ada, call.call_id, { status: 'canceled' });
      await ports.leases.release('o1', call.call_id);
    }
    assert.sameMembers([...seen], [1, 2]);
    const { call: tried } = await calls.registerWeb(ada, { agent_id: agent.agent_id, draft: true });
    assert.notProperty(tried, 'canary_id');
  });

  it('lose calls of runtimes that do not know them, of both versions alike', async () => {
    await draft();
    const { canary_id } = await start();
    const calls = callUseCases(ports);
    for (const [ran, agent_version, counted] of [
      [{ agent_version: 1 }, 1, null],
      [{}, null, null],
      [{ agent_version: 9, canary_id }, 9, null],
      ['as decided', null, canary_id],
    ] as const) {
      const { call } = await calls.registerWeb(ada, { agent_id: agent.agent_id });
      const named = ran === 'as decided' ? { agent_version: call.agent_version!, canary_id } : ran;
      await calls.claim(bot, call.call_id, 'runtime', named);
      const log = await calls.find(ada, call.call_id);
      assert.deepEqual([log.canary_id, log.agent_version], [counted, agent_version ?? named.agent_version ?? null]);
      await calls.update(ada, call.call_id, { status: 'completed' });
      await ports.leases.release('o1', call.call_id);
    }
  });

  it('roll a version back of which callers leave early, once, though two processes follow them', async () => {
    await draft();
    await start();
    await called({ canary: { early: 30, others: 20 }, published: { early: 3, others: 47 } });
    await Promise.all([follow(), follow(agentUseCases(ports), 0)]);
    const ended = await canary();
    assert.deepInclude(ended, { state: 'rolled_back', worse_by: 'early_hang_up', ended_by: null });
    const [measure] = ended.measures;
    assert.deepInclude(measure, { canary: { count: 30, of: 50, share: 0.6 } });
    assert.deepInclude(measure, { published: { count: 3, of: 50, share: 0.06 } });
    assert.isAbove(measure!.evidence, measure!.evidence_needed);
    assert.notProperty(await read(), 'canary');
    assert.equal((await read()).version, 1);
    assert.deepEqual(await auditOutcomes('agent.roll_back_canary'), ['done']);
  });

  it('continue while neither version is worse, and count each call once', async () => {
    await draft();
    await start();
    for (let round = 1; round <= 3; round += 1) {
      await called({ canary: { early: 5, others: 45 }, published: { early: 5, others: 45 } });
      for (let look = 0; look < 3; look += 1) await follow();
      const { state, conversations } = await canary();
      assert.deepEqual([state, conversations], ['running', { canary: round * 50, published: round * 50 }]);
    }
  });

  it('end without a verdict once the maximum of calls was compared', async () => {
    await draft();
    await start({ max_calls: 60 });
    await called({ canary: { early: 2, others: 28 }, published: { early: 2, others: 28 } });
    await follow();
    assert.deepInclude(await canary(), { state: 'limit_reached', worse_by: null, ended_by: null });
    assert.notProperty(await read(), 'canary');
    assert.isEmpty(await auditOutcomes('agent.roll_back_canary'));
  });

  it('finish a roll back that another process left at any of its steps, and report it once', async () => {
    for (const step of ['clear', 'end'] as const) {
      await draft(step);
      await start();
      await called({ canary: { early: 30, others: 20 }, published: { early: 3, others: 47 } });
      const lost = () => Promise.reject(outage('The database does not respond'));
      const dying = agentUseCases({
        ...ports,
        agents: { ...ports.agents, ...(step === 'clear' && { update: lost }) },
        agentCanaries: {
          ...ports.agentCanaries,
          change: (seen, changes, events) =>
            step === 'end' && changes.state === 'ended' ? lost() : ports.agentCanaries.change(seen, changes, events),
        },
      });
      await follow(dying);
      assert.deepInclude(await canary(), { state: 'rolled_back' });
      assert.equal('canary' in (await read()), step === 'clear');
      await follow();
      assert.notProperty(await read(), 'canary');
      const stored = await ports.agentCanaries.find('o1', agent.agent_id);
      assert.deepInclude(stored, { state: 'ended', outcome: 'rolled_back' });
    }
  });

  it('are given to their agent though the process that started them ended before', async () => {
    await draft();
    const dying = agentUseCases({
      ...ports,
      agents: { ...ports.agents, update: () => Promise.reject(outage('The database does not respond')) },
    });
    assert.equal((await refusalOf(dying.startCanary(ada, agent.agent_id, { share_percent: 5 }))).problem, 'outage');
    assert.notProperty(await read(), 'canary');
    await follow(agents, 31);
    assert.deepInclude((await read()).canary, { version: 2, share_percent: 5 });
    assert.equal((await canary()).state, 'running');
  });

  it('are not given to their agent by a process that was stopped until they had ended', async () => {
    await draft();
    const stopped = agentUseCases({
      ...ports,
      agents: {
        ...ports.agents,
        async update(...args) {
          ports.clock.advance(1_000);
          await agents.abortCanary(ada, agent.agent_id);
          return ports.agents.update(...args);
        },
      },
    });
    const started = await stopped.startCanary(ada, agent.agent_id, { share_percent: 5 });
    assert.equal(started.state, 'aborted');
    assert.notProperty(await read(), 'canary');
    assert.isNull((await ports.agents.findVersioned('o1', agent.agent_id))?.canary ?? null);
  });

  it('end when another version is published, by any request', async () => {
    await draft();
    await start();
    await agents.update(ada, agent.agent_id, { config: greeting('Three') });
    assert.notProperty(await read(), 'canary', 'before anything has noticed');
    assert.equal((await read()).version, 3);
    await follow();
    assert.deepInclude(await canary(), { state: 'superseded', ended_by: null });
    const late = await refusalOf(agents.promoteCanary(ada, agent.agent_id, {}));
    assert.equal(late.message, 'Running canary not found');
  });

  it('are promoted as a new version, once, and their draft is removed', async () => {
    await draft();
    await start();
    const published = await agents.promoteCanary(ada, agent.agent_id, { note: 'It is better' });
    assert.deepInclude(published, { version: 3 });
    assert.notProperty(published, 'canary');
    assert.deepInclude((await read()).config.prompts, { greeting_message: 'Two' });
    assert.deepInclude(await agents.findVersion(ada, agent.agent_id, 3), { restored_from: 2, note: 'It is better' });
    assert.deepInclude(await canary(), { state: 'promoted', ended_by: ada.email });
    assert.isNull(await ports.agentDrafts.find('o1', agent.agent_id));
  });

  it('are known as promoted though the process ended before it noted that', async () => {
    await draft();
    await start();
    const dying = agentUseCases({
      ...ports,
      agentCanaries: { ...ports.agentCanaries, change: () => Promise.reject(outage('The database does not respond')) },
    });
    assert.equal((await refusalOf(dying.promoteCanary(ada, agent.agent_id, {}))).problem, 'outage');
    await follow();
    assert.equal((await canary()).state, 'promoted');
    assert.equal((await read()).version, 3);
  });

  it('belong to one organisation, and are removed with their agent', async () => {
    await draft();
    await start();
    const { agent_id } = agent;
    for (const work of [
      agents.findCanary(stranger, agent_id),
      agents.startCanary(stranger, agent_id, { share_percent: 5 }),
      agents.abortCanary(stranger, agent_id),
      agents.promoteCanary(stranger, agent_id, {}),
      agents.readVersionMetrics(stranger, agent_id, { agent_version: '1' }),
    ])
      assert.equal((await refusalOf(work)).message, 'Agent not found');
    await agents.delete(ada, agent_id);
    assert.isNull(await ports.agentCanaries.find('o1', agent_id));
    await follow();
    assert.isEmpty(ports.logged.filter(({ name }) => name === 'agents.canary_not_followed'));
  });

  it('show how the calls of each version went', async () => {
    await draft();
    await start();
    await called({ canary: { early: 4, others: 6 }, published: { early: 1, others: 9 } });
    const metrics = await agents.readVersionMetrics(ada, agent.agent_id, { agent_version: '2' });
    assert.deepInclude(metrics, { agent_version: 2, total: 10, calls: 10, conversations: 10, early_hang_ups: 4 });
    assert.deepInclude(await agents.readVersionMetrics(ada, agent.agent_id, { agent_version: '1' }), {
      early_hang_ups: 1,
    });
    assert.deepInclude(await agents.readVersionMetrics(ada, agent.agent_id, { agent_version: '9' }), {
      ...{ total: 0, conversations: 0, average_duration: null, reply_seconds: null, interrupted_share: null },
    });
  });
});
