import { assert } from 'chai';
import { agentUseCases, type AgentUseCases } from '../../application/agents/index.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { outage } from '../../domain/errors.ts';
import { refusalOf } from '../support/refusals.ts';
import type { Ports } from '../support/world.ts';
import { ada, greeting, versionedAgent, WHOLE } from './versioned-agent.ts';

const stranger: Principal = { ...ada, org_id: 'o2' };

describe('kept versions of agents', () => {
  let ports: Ports;
  let agents: AgentUseCases;
  let agent: Agent;
  beforeEach(async () => {
    ({ ports, agents, agent } = await versionedAgent());
  });
  afterEach(() => ports.close());

  const change = (text: string) => agents.update(ada, agent.agent_id, { config: greeting(text) });

  it('are compared with the one before, or with another', async () => {
    await change('Two');
    await agents.update(ada, agent.agent_id, { name: 'Renamed' });
    const { agent_id } = agent;
    assert.deepEqual(await agents.compareVersions(ada, agent_id, 2), {
      ...{ agent_id, version: 2, against: 1 },
      changes: [{ path: 'config.prompts.greeting_message', kind: 'changed', before: 'One', after: 'Two' }],
    });
    const { changes, against } = await agents.compareVersions(ada, agent_id, 1, 3);
    assert.equal(against, 3);
    assert.deepEqual(
      changes.map(({ path, after }) => [path, after]),
      [
        ['name', 'Desk'],
        ['config.prompts.greeting_message', 'One'],
      ],
    );
    assert.deepEqual(await agents.compareVersions(ada, agent_id, 1), {
      ...{ agent_id, version: 1, against: null, changes: [] },
    });
    assert.isEmpty((await agents.compareVersions(ada, agent_id, 2, 2)).changes);
    for (const work of [
      agents.compareVersions(ada, agent_id, 9),
      agents.compareVersions(ada, agent_id, 1, 9),
      agents.findVersion(ada, agent_id, Number.NaN),
    ])
      assert.equal((await refusalOf(work)).problem, 'missing');
  });

  it('are not found in another organisation, and are removed with their agent', async () => {
    const { agent_id } = agent;
    for (const work of [
      agents.listVersions(stranger, agent_id, WHOLE),
      agents.findVersion(stranger, agent_id, 1),
      agents.compareVersions(stranger, agent_id, 1),
    ])
      assert.equal((await refusalOf(work)).message, 'Agent not found');
    await agents.delete(ada, agent_id);
    assert.equal(await ports.agentVersions.count('o1', agent_id), 0);
    assert.equal((await refusalOf(agents.listVersions(ada, agent_id, WHOLE))).message, 'Agent not found');
  });

  it('that a deletion left behind are removed when it is repeated', async () => {
    const dying = agentUseCases({
      ...ports,
      agentVersions: { ...ports.agentVersions, removeAll: () => Promise.reject(outage('no answer')) },
    });
    assert.equal((await refusalOf(dying.delete(ada, agent.agent_id))).problem, 'outage');
    assert.equal(await ports.agentVersions.count('o1', agent.agent_id), 1);
    assert.equal((await refusalOf(agents.delete(ada, agent.agent_id))).problem, 'missing');
    assert.equal(await ports.agentVersions.count('o1', agent.agent_id), 0);
  });
});
