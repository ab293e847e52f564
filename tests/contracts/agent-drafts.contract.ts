import { assert } from 'chai';
import type { AgentDraftRepository } from '../../application/ports/agent-drafts.ts';
import type { AgentDraft } from '../../domain/agents/agent-draft.ts';
import type { Contract } from '../support/contract.ts';

const draft = (more: Partial<AgentDraft> = {}): AgentDraft => ({
  org_id: 'org',
  agent_id: 'a',
  config: { prompts: { greeting_message: 'Hello' } } as unknown as AgentDraft['config'],
  base_version: 3,
  revision: 'r1',
  created_by: 'ann@example.org',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_by: 'ann@example.org',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

export const agentDraftsContract: Contract<AgentDraftRepository> = {
  'finds the draft of an agent, whole, and none of another organisation': async (drafts) => {
    await drafts.add(draft());
    await drafts.add(draft({ agent_id: 'b', revision: 'r2' }));
    assert.deepEqual(await drafts.find('org', 'a'), draft());
    assert.isNull(await drafts.find('other', 'a'));
    assert.isNull(await drafts.find('org', 'c'));
    assert.isNull(await drafts.change({ org_id: 'other', agent_id: 'a', revision: 'r1' }, { base_version: 4 }));
    assert.isFalse(await drafts.remove('other', 'a'));
    assert.deepEqual(await drafts.find('org', 'a'), draft());
  },

  'stores one draft of an agent, also under a race': async (drafts) => {
    const racing = Array.from({ length: 10 }, (_, turn) => drafts.add(draft({ revision: `r${turn}` })));
    const added = await Promise.all(racing);
    assert.lengthOf(added.filter(Boolean), 1);
    assert.equal((await drafts.find('org', 'a'))?.revision, `r${added.indexOf(true)}`);
    assert.isTrue(await drafts.add(draft({ org_id: 'other' })));
  },

  'changes a draft only as it was seen, so that of concurrent changes one succeeds': async (drafts) => {
    await drafts.add(draft());
    const racing = ['x', 'y', 'z'].map((revision) => drafts.change(draft(), { revision }));
    assert.lengthOf((await Promise.all(racing)).filter(Boolean), 1);
    assert.isNull(await drafts.change(draft(), { revision: 'late' }));
    const seen = (await drafts.find('org', 'a'))!;
    assert.deepEqual(await drafts.change(seen, { updated_by: 'bob@example.org' }), {
      ...seen,
      updated_by: 'bob@example.org',
    });
  },

  'removes a draft once, and with a revision only that one': async (drafts) => {
    await drafts.add(draft());
    await drafts.add(draft({ agent_id: 'b' }));
    assert.isFalse(await drafts.remove('org', 'a', 'another'));
    assert.deepEqual(await drafts.find('org', 'a'), draft());
    assert.isTrue(await drafts.remove('org', 'a', 'r1'));
    assert.isFalse(await drafts.remove('org', 'a'));
    assert.isNull(await drafts.find('org', 'a'));
    assert.isTrue(await drafts.remove('org', 'b'));
  },
};
