import { assert } from 'chai';
import { agentUseCases } from '../../application/agents/index.ts';
import { outage } from '../../domain/errors.ts';
import { refusalOf } from '../support/refusals.ts';
import { openCanaryFixture, type CanaryFixture } from './canary-calls.ts';
import { ADA } from './telephony-fixture.ts';

describe('running canaries of agents', () => {
  let fixture: CanaryFixture;
  beforeEach(async () => (fixture = await openCanaryFixture()));

  const auditOutcomes = async (action: 'agent.roll_back_canary') =>
    (await fixture.ports.auditEvents.list('o1', { action }, { limit: 9, offset: 0 })).map(({ outcome }) => outcome);

  it('roll a version back of which callers leave early, once, though two processes follow them', async () => {
    const { ports, draft, start, canary, read, called, follow } = fixture;
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
    const { draft, start, canary, called, follow } = fixture;
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
    const { draft, start, canary, read, called, follow } = fixture;
    await draft();
    await start({ max_calls: 60 });
    await called({ canary: { early: 2, others: 28 }, published: { early: 2, others: 28 } });
    await follow();
    assert.deepInclude(await canary(), { state: 'limit_reached', worse_by: null, ended_by: null });
    assert.notProperty(await read(), 'canary');
    assert.isEmpty(await auditOutcomes('agent.roll_back_canary'));
  });

  it('finish a roll back that another process left at any of its steps, and report it once', async () => {
    const { ports, agent_id, draft, start, canary, read, called, follow } = fixture;
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
      const stored = await ports.agentCanaries.find('o1', agent_id);
      assert.deepInclude(stored, { state: 'ended', outcome: 'rolled_back' });
    }
  });

  it('are given to their agent though the process that started them ended before', async () => {
    const { ports, agents, agent_id, draft, canary, read, follow } = fixture;
    await draft();
    const dying = agentUseCases({
      ...ports,
      agents: { ...ports.agents, update: () => Promise.reject(outage('The database does not respond')) },
    });
    assert.equal((await refusalOf(dying.startCanary(ADA, agent_id, { share_percent: 5 }))).problem, 'outage');
    assert.notProperty(await read(), 'canary');
    await follow(agents, 31);
    assert.deepInclude((await read()).canary, { version: 2, share_percent: 5 });
    assert.equal((await canary()).state, 'running');
  });

  it('run though the process that started them ended before it noted that, and the agent was renamed since', async () => {
    const { ports, agents, agent_id, draft, canary, read, follow } = fixture;
    await draft();
    const dying = agentUseCases({
      ...ports,
      agentCanaries: { ...ports.agentCanaries, change: () => Promise.reject(outage('The database does not respond')) },
    });
    assert.equal((await refusalOf(dying.startCanary(ADA, agent_id, { share_percent: 5 }))).problem, 'outage');
    await agents.update(ADA, agent_id, { name: 'Front desk' });
    await follow(agents, 31);
    assert.equal((await canary()).state, 'running');
    assert.deepInclude((await read()).canary, { version: 2, base_version: 3 });
  });

  it('are not given to their agent by a process that was stopped until they had ended', async () => {
    const { ports, agents, agent_id, draft, read } = fixture;
    await draft();
    const stopped = agentUseCases({
      ...ports,
      agents: {
        ...ports.agents,
        async update(...args) {
          ports.clock.advance(1_000);
          await agents.abortCanary(ADA, agent_id);
          return ports.agents.update(...args);
        },
      },
    });
    const started = await stopped.startCanary(ADA, agent_id, { share_percent: 5 });
    assert.equal(started.state, 'aborted');
    assert.notProperty(await read(), 'canary');
    assert.isNull((await ports.agents.findVersioned('o1', agent_id))?.canary ?? null);
  });
});
