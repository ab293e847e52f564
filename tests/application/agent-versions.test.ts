import { assert } from 'chai';
import { agentUseCases, type AgentUseCases } from '../../application/agents/index.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { oldestKept, VERSIONS_KEPT, type VersionSummary } from '../../domain/agents/agent-version.ts';
import { outage } from '../../domain/errors.ts';
import { allOf } from '../support/all-of.ts';
import { refusalOf } from '../support/refusals.ts';
import type { Ports } from '../support/world.ts';
import { ada, greeting, versionedAgent, WHOLE } from './versioned-agent.ts';

const bob: Principal = { ...ada, email: 'bob@example.com' };

describe('versions of agents', () => {
  let ports: Ports;
  let agents: AgentUseCases;
  let agent: Agent;
  beforeEach(async () => {
    ({ ports, agents, agent } = await versionedAgent());
  });
  afterEach(() => ports.close());

  const change = (text: string, more: object = {}) =>
    agents.update(bob, agent.agent_id, { config: greeting(text), ...more });
  const list = async (id = agent.agent_id) => allOf((await agents.listVersions(ada, id, WHOLE)).versions);
  const published = async (id = agent.agent_id) => (await agents.listVersions(ada, id, WHOLE)).published_version;
  const numbers = async () => (await list()).map(({ version }) => version);
  const greetingIn = async (version: number) =>
    (await agents.findVersion(ada, agent.agent_id, version)).config.prompts.greeting_message;
  /** Changes the agent as an earlier release does, which knows no versions. */
  const changeAsBefore = async (text: string) => {
    ports.clock.advance(1_000);
    const now = ports.clock.now().toISOString();
    const stored = await ports.agents.find('o1', agent.agent_id);
    const config = { ...stored!.config, prompts: { ...stored!.config.prompts, greeting_message: text } };
    await ports.agents.update('o1', agent.agent_id, { config, updated_at: now, calls_changed_at: now });
  };
  const removeVersions = async () => {
    const documents = await ports.documents.open<Agent & { publication?: object }>({ name: 'agents', indexes: [] });
    const { version: _version, publication: _publication, ...older } = (await documents.findOne({}))!;
    await documents.remove({});
    await documents.insert(older);
    await ports.agentVersions.removeAll('o1', agent.agent_id);
  };

  it('are made by each change, with author, time, note and what changed', async () => {
    ports.clock.advance(1_000);
    const changed = await change('Two', { note: '  Friendlier ' });
    assert.equal(changed.version, 2);
    const about = { agent_id: agent.agent_id, agent_category: 'websocket', telephony_provider: null };
    const made: VersionSummary[] = [
      {
        ...{ ...about, version: 2, name: 'Desk', created_by: 'bob@example.com' },
        created_at: ports.clock.now().toISOString(),
        note: 'Friendlier',
        changed_fields: ['config.prompts.greeting_message'],
      } as VersionSummary,
      {
        ...{ ...about, version: 1, name: 'Desk', created_by: 'ada@example.com' },
        created_at: agent.created_at,
        changed_fields: [],
      } as VersionSummary,
    ];
    assert.deepEqual(await list(), made);
    assert.deepEqual([await greetingIn(1), await greetingIn(2)], ['One', 'Two']);
    assert.equal(await published(), 2);
  });

  it('are made by a new name, and not by a status or by what is equal', async () => {
    await agents.update(ada, agent.agent_id, { status: 'archived' });
    await agents.update(ada, agent.agent_id, { name: 'Desk', config: greeting('One') });
    assert.deepEqual(await numbers(), [1]);
    await agents.update(ada, agent.agent_id, { name: 'Night desk', status: 'active' });
    const [latest] = await list();
    assert.deepInclude(latest, { version: 2, name: 'Night desk', changed_fields: ['name'] });
  });

  it('stay named when a change has the same configuration with its fields in another order', async () => {
    const { config } = await agents.update(ada, agent.agent_id, {
      config: { ...greeting('One'), custom_variables: { a: '1', b: '2' } },
    });
    const same = await agents.update(ada, agent.agent_id, {
      config: { ...config, custom_variables: { b: '2', a: '1' } },
    });
    assert.equal(same.version, 2);
    assert.deepEqual(await numbers(), [2, 1]);
  });

  it('have numbers without holes when many change at the same time, and lose no change', async () => {
    const texts = Array.from({ length: 8 }, (_, at) => `Text ${at}`);
    await Promise.all([...texts.map((text) => change(text)), agents.update(ada, agent.agent_id, { name: 'Renamed' })]);
    assert.deepEqual(await numbers(), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const all = await Promise.all((await numbers()).map((version) => greetingIn(version)));
    assert.sameMembers([...new Set(all)], ['One', ...texts]);
    assert.deepInclude(await agents.find(ada, agent.agent_id), { name: 'Renamed', version: 10 });
  });

  it('refuse a change that expects another published version', async () => {
    await change('Two', { expected_version: 1 });
    const error = await refusalOf(change('Three', { expected_version: 1 }));
    assert.equal(error.problem, 'duplicate');
    assert.match(error.message, /^Version 2 is published, not version 1: read the agent again/);
    const racing = await Promise.allSettled(['a', 'b', 'c'].map((text) => change(text, { expected_version: 2 })));
    assert.lengthOf(
      racing.filter(({ status }) => status === 'fulfilled'),
      1,
    );
    assert.equal(await published(), 3);
  });

  it('refuse a note that is too long or not plain text', async () => {
    for (const note of ['x'.repeat(501), 'a\u0000b']) {
      const error = await refusalOf(change('Two', { note }));
      assert.match(error.message, /^note must /);
    }
    assert.deepEqual(await numbers(), [1]);
  });

  it('begin, where an earlier release stored the agent, with what it was before its first change', async () => {
    await removeVersions();
    assert.isUndefined((await agents.find(ada, agent.agent_id)).version);
    assert.deepEqual([await list(), await published()], [[], null]);
    assert.equal((await change('Two')).version, 2);
    const [second, first] = await list();
    assert.deepInclude(first, { version: 1, created_by: null, created_at: agent.created_at, changed_fields: [] });
    assert.deepInclude(second, { version: 2, created_by: 'bob@example.com' });
    assert.deepEqual([await greetingIn(1), await greetingIn(2)], ['One', 'Two']);
  });

  it('record what an earlier release has changed before the next change, without an author', async () => {
    await changeAsBefore('Of an earlier release');
    const changedAt = ports.clock.now().toISOString();
    assert.isUndefined(
      (await agents.find(ada, agent.agent_id)).version,
      'no call may name a version that it does not run',
    );
    assert.isNull(await published());
    ports.clock.advance(1_000);
    assert.equal((await change('Three')).version, 3);
    assert.deepEqual(
      [await greetingIn(1), await greetingIn(2), await greetingIn(3)],
      ['One', 'Of an earlier release', 'Three'],
    );
    assert.deepInclude((await list())[1], {
      ...{ created_by: null, created_at: changedAt },
      changed_fields: ['config.prompts.greeting_message'],
    });
  });

  it('notice a change that an earlier release makes between reading and writing', async () => {
    let isFirst = true;
    const racing = agentUseCases({
      ...ports,
      agents: {
        ...ports.agents,
        async update(...args) {
          if (isFirst) {
            isFirst = false;
            await changeAsBefore('In between');
          }
          return ports.agents.update(...args);
        },
      },
    });
    await racing.update(ada, agent.agent_id, { name: 'Renamed' });
    assert.deepEqual(
      [await greetingIn(1), await greetingIn(2), await greetingIn(3)],
      ['One', 'In between', 'In between'],
    );
    assert.deepInclude((await list())[0], { version: 3, name: 'Renamed', changed_fields: ['name'] });
  });

  it('survive a process that ends between the change and the record of its version', async () => {
    const dying = agentUseCases({
      ...ports,
      agentVersions: { ...ports.agentVersions, add: () => Promise.reject(outage('The database does not respond')) },
    });
    const changed = await dying.update(bob, agent.agent_id, { config: greeting('Two'), note: 'Last words' });
    assert.equal(changed.version, 2);
    assert.deepEqual(await numbers(), [2, 1], 'a reader stores it');
    assert.equal((await list())[0]?.note, 'Last words');
    await dying.update(bob, agent.agent_id, { config: greeting('Three') }).catch(() => undefined);
    assert.equal((await change('Four')).version, 4, 'a writer stores it');
    assert.deepEqual([await greetingIn(2), await greetingIn(3), await greetingIn(4)], ['Two', 'Three', 'Four']);
  });

  it('use no number again that a version has, though the agent is older than its versions', async () => {
    const before = await ports.agents.findVersioned('o1', agent.agent_id);
    await change('Two');
    await change('Three');
    // As in a copy of the stores that read the agents before the versions.
    const { version, publication, config } = before!;
    await ports.agents.update('o1', agent.agent_id, { version: version!, publication: publication!, config });
    assert.equal((await change('Four')).version, 4);
    assert.deepEqual(
      [await greetingIn(1), await greetingIn(2), await greetingIn(3), await greetingIn(4)],
      ['One', 'Two', 'Three', 'Four'],
    );
  });

  it('are kept up to the newest 200', async () => {
    await ports.agents.update('o1', agent.agent_id, { version: VERSIONS_KEPT });
    await change('Two');
    assert.deepEqual(await numbers(), [VERSIONS_KEPT + 1, VERSIONS_KEPT], 'version 1 is removed');
    const { message } = await refusalOf(agents.findVersion(ada, agent.agent_id, 1));
    assert.match(message, /^Version not found: GET .* lists those that are kept$/);
  });

  it('are kept up to about 20 million characters of long configurations, and ten at least', () => {
    const kept = (characters: number) => {
      const config = { prompts: { system_prompt: 'x'.repeat(characters) } } as never;
      return 1_000 - oldestKept({ version: 1_000, config }) + 1;
    };
    assert.deepEqual([kept(100), kept(90_000), kept(400_000), kept(5_000_000)], [200, 200, 49, 10]);
    const long = { prompts: { system_prompt: 'x'.repeat(5_000_000) } } as never;
    assert.deepEqual(
      [1, 10, 11].map((version) => oldestKept({ version, config: long })),
      [1, 1, 2],
    );
  });
});
