import { assert } from 'chai';
import type { AgentRepository } from '../../application/ports/agents.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { storedPublication } from '../../domain/agents/agent-version.ts';
import { allOf } from '../support/all-of.ts';
import type { Contract } from '../support/contract.ts';

const agent = (id: string, more: Partial<Agent> = {}): Agent => ({
  agent_id: id,
  org_id: 'org',
  name: `Agent ${id}`,
  status: 'active',
  agent_category: 'websocket',
  created_by: 'ann@example.org',
  linked_phone_number: null,
  telephony: null,
  config: { behaviour: { greeting: 'Hello' } } as unknown as Agent['config'],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

/** What an agent stores of a version with the configuration of the example. */
const published = (version: number) => ({
  version,
  publication: storedPublication(agent('a').config, {
    created_by: 'ann@example.org',
    created_at: '2026-01-01T00:00:00.000Z',
    changed_fields: [],
  }),
});

const names = (agents: readonly Agent[]): string[] => agents.map(({ agent_id }) => agent_id);

export const agentsContract: Contract<AgentRepository> = {
  'finds an agent of its organisation, whole': async (agents) => {
    await agents.add(agent('a', { telephony: { provider: 'plivo', application_id: '7', answer_url: 'https://x' } }));
    await agents.add(agent('b'));
    assert.deepEqual(
      await agents.find('org', 'a'),
      agent('a', { telephony: { provider: 'plivo', application_id: '7', answer_url: 'https://x' } }),
    );
    assert.isNull(await agents.find('org', 'c'));
  },

  "knows nothing of another organisation's agents": async (agents) => {
    await agents.add(agent('a'));
    assert.isNull(await agents.find('other', 'a'));
    assert.deepEqual(await allOf(agents.list('other')), []);
    assert.isNull(await agents.update('other', 'a', { status: 'archived' }));
    assert.isFalse(await agents.remove('other', 'a'));
    assert.deepEqual(await allOf(agents.list('org')), [agent('a')]);
  },

  'refuses a name that is taken in the organisation, also under a race': async (agents) => {
    const results = Array.from({ length: 50 }, (_, turn) => agents.add(agent(`a${turn}`, { name: 'Desk' })));
    assert.deepEqual((await Promise.all(results)).filter(Boolean), [true]);
    assert.isTrue(await agents.add(agent('b', { name: 'Desk', org_id: 'other' })));
    assert.isTrue(await agents.add(agent('c', { name: 'desk' })));
  },

  'lists newest first, those of one moment by their arrival': async (agents) => {
    await agents.add(agent('old'));
    await agents.add(agent('new', { created_at: '2026-03-01T00:00:00.000Z' }));
    await agents.add(agent('old too'));
    assert.deepEqual(names(await allOf(agents.list('org'))), ['new', 'old too', 'old']);
    assert.deepEqual([await agents.count('org'), await agents.count('other')], [3, 0]);
  },

  'replaces the given fields and answers the changed agent': async (agents) => {
    await agents.add(agent('a', { linked_phone_number: '+15550100000' }));
    await agents.add(agent('b'));
    const config = { behaviour: {} } as unknown as Agent['config'];
    const changed = await agents.update('org', 'a', { linked_phone_number: null, config, name: 'Agent a' });
    assert.deepEqual(changed, agent('a', { config }));
    assert.deepEqual(await agents.find('org', 'a'), changed);
    assert.deepEqual(await agents.find('org', 'b'), agent('b'));
  },

  'answers taken, and changes nothing, when the new name belongs to another': async (agents) => {
    await agents.add(agent('a'));
    await agents.add(agent('b'));
    assert.equal(await agents.update('org', 'b', { name: 'Agent a', status: 'archived' }), 'taken');
    assert.deepEqual(await agents.find('org', 'b'), agent('b'));
  },

  'changes and removes an agent only while it has the application that was seen, where one was': async (agents) => {
    const telephony = { provider: 'plivo', application_id: '7', answer_url: 'https://x' };
    const other = { ...telephony, application_id: '8' };
    await agents.add(agent('a'));
    assert.isNull(await agents.update('org', 'a', { telephony: other }, { telephony }));
    assert.deepEqual(await agents.update('org', 'a', { telephony }, { telephony: null }), agent('a', { telephony }));
    assert.isNull(await agents.update('org', 'a', { telephony: other }, { telephony: null }));
    const moved = { ...telephony, provider: 'vobiz' };
    assert.isNull(await agents.update('org', 'a', { telephony: other }, { telephony: moved }));
    assert.deepEqual(
      await agents.update('org', 'a', { status: 'archived' }),
      agent('a', { telephony, status: 'archived' }),
    );
    assert.isFalse(await agents.remove('org', 'a', { telephony: null }));
    assert.isFalse(await agents.remove('org', 'a', { telephony: other }));
    const elsewhere = { ...telephony, answer_url: 'https://y' };
    assert.isNotNull(await agents.update('org', 'a', { telephony: null }, { telephony: elsewhere }));
    assert.isTrue(await agents.remove('org', 'a', { telephony: null }));
  },

  'lets one of those who saw the same application replace it': async (agents) => {
    await agents.add(agent('a'));
    const results = ['1', '2', '3'].map((application_id) =>
      agents.update(
        'org',
        'a',
        { telephony: { provider: 'plivo', application_id, answer_url: 'https://x' } },
        { telephony: null },
      ),
    );
    assert.lengthOf((await Promise.all(results)).filter(Boolean), 1);
  },

  'changes an agent only while it has the version and the time of change that were seen': async (agents) => {
    await agents.add(agent('a'));
    const { updated_at } = agent('a');
    const racing = [1, 2, 3].map(() => agents.update('org', 'a', published(1), { version: null, updated_at }));
    assert.lengthOf((await Promise.all(racing)).filter(Boolean), 1);
    assert.isNull(await agents.update('org', 'a', published(2), { version: null }));
    assert.isNull(await agents.update('org', 'a', published(2), { version: 2 }));
    assert.isNull(await agents.update('org', 'a', published(2), { version: 1, updated_at: '2026-01-02' }));
    assert.deepEqual(
      await agents.update('org', 'a', published(2), { version: 1, updated_at }),
      agent('a', { version: 2 }),
    );
  },

  'shows a version only while the agent has its configuration': async (agents) => {
    await agents.add({ ...agent('a'), ...published(4) });
    assert.deepEqual(await agents.find('org', 'a'), agent('a', { version: 4 }));
    assert.deepEqual(await allOf(agents.list('org')), [agent('a', { version: 4 })]);
    assert.deepEqual(await agents.findVersioned('org', 'a'), { ...agent('a'), ...published(4) });
    assert.isNull(await agents.findVersioned('other', 'a'));
    // As this release changes something else.
    const later = { updated_at: '2026-01-02T00:00:00.000Z' };
    assert.deepEqual(await agents.update('org', 'a', later), agent('a', { ...later, version: 4 }));
    // As an earlier release changes it, which knows no versions.
    const config = { behaviour: {} } as unknown as Agent['config'];
    const changed = { config, updated_at: '2026-01-03T00:00:00.000Z' };
    assert.deepEqual(await agents.update('org', 'a', changed), agent('a', changed));
    assert.deepEqual(await agents.find('org', 'a'), agent('a', changed));
    assert.deepEqual(await agents.findVersioned('org', 'a'), { ...agent('a', changed), ...published(4) });
  },

  'shows a canary only while the version that it is compared with is published': async (agents) => {
    const canary = { canary_id: 'c', version: 5, base_version: 4, share_percent: 10 };
    await agents.add({ ...agent('a'), ...published(4) });
    assert.deepEqual(
      await agents.update('org', 'a', { canary }, { canary_id: null }),
      agent('a', { version: 4, canary }),
    );
    assert.deepEqual(await agents.find('org', 'a'), agent('a', { version: 4, canary }));
    assert.isNull(await agents.update('org', 'a', { canary: null }, { canary_id: 'another' }));
    assert.isNull(await agents.update('org', 'a', { canary }, { canary_id: null }));
    await agents.update('org', 'a', published(6));
    assert.deepEqual(await agents.find('org', 'a'), agent('a', { version: 6 }));
    assert.deepEqual((await agents.findVersioned('org', 'a'))?.canary, canary);
    await agents.update('org', 'a', { canary: null }, { canary_id: 'c' });
    assert.notProperty(await agents.findVersioned('org', 'a'), 'canary');
  },

  'removes an agent once and says so': async (agents) => {
    await agents.add(agent('a'));
    await agents.add(agent('b'));
    assert.isTrue(await agents.remove('org', 'a'));
    assert.isFalse(await agents.remove('org', 'a'));
    assert.deepEqual(names(await allOf(agents.list('org'))), ['b']);
  },
};
