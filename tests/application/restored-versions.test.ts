import { assert } from 'chai';
import type { AgentUseCases } from '../../application/agents/index.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { allOf } from '../support/all-of.ts';
import { refusalOf } from '../support/refusals.ts';
import type { Ports } from '../support/world.ts';
import { ada, greeting, versionedAgent, WHOLE } from './versioned-agent.ts';

const bob: Principal = { ...ada, email: 'bob@example.com', role: 'member' };

describe('rolling an agent back', () => {
  let ports: Ports;
  let agents: AgentUseCases;
  let agent: Agent;
  beforeEach(async () => {
    ({ ports, agents, agent } = await versionedAgent());
    await agents.update(ada, agent.agent_id, { name: 'Renamed', config: greeting('Two') });
  });
  afterEach(() => ports.close());

  const restore = (version: number, request: object = {}) =>
    agents.restoreVersion(bob, agent.agent_id, version, request);

  it('publishes the configuration of a version as a new one, and leaves the name', async () => {
    const restored = await restore(1, { note: 'Too short', expected_version: 2 });
    assert.deepInclude(restored, { version: 3, name: 'Renamed' });
    assert.equal(restored.config.prompts.greeting_message, 'One');
    const { versions } = await agents.listVersions(ada, agent.agent_id, WHOLE);
    const [latest] = await allOf(versions);
    assert.deepInclude(latest, { version: 3, restored_from: 1, note: 'Too short', created_by: bob.email });
  });

  it('changes nothing when the configuration is published already, so that it may be repeated', async () => {
    assert.equal((await restore(1)).version, 3);
    assert.equal((await restore(1)).version, 3);
    assert.equal((await restore(3)).version, 3);
  });

  it('is refused when another version is published than expected, or when there is no such version', async () => {
    assert.equal((await refusalOf(restore(1, { expected_version: 1 }))).problem, 'duplicate');
    assert.equal((await refusalOf(restore(9))).problem, 'missing');
    assert.equal((await agents.find(ada, agent.agent_id)).version, 2);
  });

  it('checks the configuration again', async () => {
    const { config } = await agents.findVersion(ada, agent.agent_id, 1);
    const knowledge = { ...config.knowledge_base, enabled: true, document_ids: ['gone'] };
    const version = {
      ...(await ports.agentVersions.find('o1', agent.agent_id, 1))!,
      config: { ...config, knowledge_base: knowledge },
    };
    await ports.agentVersions.removeBelow('o1', agent.agent_id, 2);
    await ports.agentVersions.add(version);
    const error = await refusalOf(restore(1));
    assert.deepEqual([error.problem, /gone is not ready/.test(error.message)], ['invalid', true]);
  });
});
