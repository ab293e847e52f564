import { assert } from 'chai';
import type { AgentVersionRepository } from '../../application/ports/agent-versions.ts';
import type { AgentVersion } from '../../domain/agents/agent-version.ts';
import { allOf } from '../support/all-of.ts';
import type { Contract } from '../support/contract.ts';

const version = (number: number, more: Partial<AgentVersion> = {}): AgentVersion => ({
  org_id: 'org',
  agent_id: 'a',
  version: number,
  name: 'Desk',
  agent_category: 'websocket',
  telephony_provider: null,
  config: { prompts: { greeting_message: `Hello ${number}` } } as unknown as AgentVersion['config'],
  created_by: 'ann@example.org',
  created_at: '2026-01-01T00:00:00.000Z',
  changed_fields: ['config.prompts.greeting_message'],
  ...more,
});

const WHOLE = { limit: 100, offset: 0 };

const numbers = async (versions: AgentVersionRepository, agent = 'a'): Promise<number[]> =>
  (await allOf(versions.list('org', agent, WHOLE))).map(({ version: number }) => number);

export const agentVersionsContract: Contract<AgentVersionRepository> = {
  'finds a version of an agent by its number, whole': async (versions) => {
    const noted = version(2, { note: 'Summer', restored_from: 1 });
    await versions.add(version(1));
    await versions.add(noted);
    assert.deepEqual(await versions.find('org', 'a', 2), noted);
    assert.isNull(await versions.find('org', 'a', 3));
    assert.isNull(await versions.find('org', 'b', 1));
  },

  'stores one version with a number, also under a race, and never replaces it': async (versions) => {
    const racing = Array.from({ length: 20 }, (_, turn) => versions.add(version(1, { name: `Desk ${turn}` })));
    const added = await Promise.all(racing);
    assert.lengthOf(added.filter(Boolean), 1);
    assert.equal((await versions.find('org', 'a', 1))?.name, `Desk ${added.indexOf(true)}`);
    assert.isTrue(await versions.add(version(1, { agent_id: 'b' })));
    assert.isTrue(await versions.add(version(1, { org_id: 'other' })));
    assert.isTrue(await versions.add(version(2)));
  },

  'lists the versions of an agent by page, the highest number first': async (versions) => {
    for (const number of [2, 10, 1, 9]) await versions.add(version(number));
    await versions.add(version(11, { agent_id: 'b' }));
    assert.deepEqual(await numbers(versions), [10, 9, 2, 1]);
    const page = await allOf(versions.list('org', 'a', { limit: 2, offset: 1 }));
    assert.deepEqual(page, [version(9), version(2)]);
    assert.deepEqual([await versions.count('org', 'a'), await versions.count('org', 'c')], [4, 0]);
  },

  'answers the latest version of an agent, of all or below a number': async (versions) => {
    for (const number of [2, 10, 9]) await versions.add(version(number));
    await versions.add(version(11, { agent_id: 'b' }));
    assert.deepEqual(await versions.latest('org', 'a'), version(10));
    assert.deepEqual(await versions.latest('org', 'a', 10), version(9));
    assert.isNull(await versions.latest('org', 'a', 2));
    assert.isNull(await versions.latest('org', 'c'));
  },

  "knows nothing of another organisation's versions, and removes none of them": async (versions) => {
    await versions.add(version(1));
    assert.isNull(await versions.find('other', 'a', 1));
    assert.isNull(await versions.latest('other', 'a'));
    assert.deepEqual(await allOf(versions.list('other', 'a', WHOLE)), []);
    await versions.removeBelow('other', 'a', 9);
    await versions.removeAll('other', 'a');
    assert.deepEqual(await numbers(versions), [1]);
  },

  'removes versions below a number, or all of an agent': async (versions) => {
    for (const number of [1, 2, 3, 4]) await versions.add(version(number));
    await versions.add(version(1, { agent_id: 'b' }));
    await versions.removeBelow('org', 'a', 3);
    assert.deepEqual(await numbers(versions), [4, 3]);
    await versions.removeAll('org', 'a');
    assert.deepEqual([await numbers(versions), await numbers(versions, 'b')], [[], [1]]);
  },
};
