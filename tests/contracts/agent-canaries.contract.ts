import { assert } from 'chai';
import type { AgentCanaryRepository } from '../../application/ports/agent-canaries.ts';
import { firstCounts } from '../../domain/agents/canary-measures.ts';
import type { StoredCanary } from '../../domain/agents/canary.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';
import type { Contract } from '../support/contract.ts';

const START = '2026-01-01T00:00:00.000Z';

const canary = (more: Partial<StoredCanary> = {}): StoredCanary => ({
  ...{ org_id: 'org', agent_id: 'a', canary_id: 'c', version: 5, base_version: 4, share_percent: 10 },
  ...{ early_hang_up_seconds: 30, max_calls: null, note: null, started_by: 'ann@example.org', started_at: START },
  ...{ draft_revision: null, state: 'running', outcome: null, worse_by: null, ended_by: null, ended_at: null },
  counts: firstCounts(new Date(START)),
  ...{ due_at: START, is_mail_due: false, revision: 1 },
  ...more,
});

const ENDED = { state: 'ended', outcome: 'aborted', due_at: null, revision: 2 } as const;

export const agentCanariesContract: Contract<AgentCanaryRepository> = {
  'finds the canary of an agent, whole, and none of another organisation': async (canaries) => {
    await canaries.start(canary({ agent_id: 'b', canary_id: 'd' }));
    await canaries.start(canary());
    assert.deepEqual(await canaries.find('org', 'a'), canary());
    assert.isNull(await canaries.find('other', 'a'));
    assert.isNull(await canaries.find('org', 'c'));
    assert.isNull(await canaries.change(canary({ org_id: 'other' }), ENDED));
    await canaries.remove('other', 'a');
    assert.deepEqual(await canaries.find('org', 'a'), canary());
  },

  'starts one canary of an agent at a time, also under a race': async (canaries) => {
    const racing = Array.from({ length: 10 }, (_, turn) => canaries.start(canary({ canary_id: `c${turn}` })));
    const started = await Promise.all(racing);
    assert.lengthOf(started.filter(Boolean), 1);
    assert.equal((await canaries.find('org', 'a'))?.canary_id, `c${started.indexOf(true)}`);
    assert.isTrue(await canaries.start(canary({ org_id: 'other' })));
  },

  'starts a canary in place of one that has ended, once': async (canaries) => {
    await canaries.start(canary({ note: 'First' }));
    await canaries.change(canary(), ENDED);
    const racing = ['d', 'e', 'f'].map((canary_id) => canaries.start(canary({ canary_id })));
    const started = await Promise.all(racing);
    assert.lengthOf(started.filter(Boolean), 1);
    const first = ['d', 'e', 'f'][started.indexOf(true)]!;
    assert.deepEqual(await canaries.find('org', 'a'), canary({ canary_id: first }));
  },

  'changes a canary only as it was seen, so that of concurrent changes one succeeds': async (canaries) => {
    await canaries.start(canary());
    const racing = [1, 2, 3].map(() => canaries.change(canary(), { revision: 2 }));
    assert.lengthOf((await Promise.all(racing)).filter(Boolean), 1);
    assert.isNull(await canaries.change(canary(), { revision: 3 }));
    assert.isNull(await canaries.change(canary({ canary_id: 'former', revision: 2 }), { revision: 3 }));
    assert.deepEqual(await canaries.change(canary({ revision: 2 }), ENDED), canary(ENDED));
  },

  'answers the canaries that are due, those that waited longest first': async (canaries) => {
    const due = (agent_id: string, due_at: string | null) => canaries.start(canary({ agent_id, due_at }));
    await due('a', '2026-01-01T00:00:02.000Z');
    await due('b', '2026-01-01T00:00:01.000Z');
    await due('c', null);
    await due('d', '2026-01-01T00:00:09.000Z');
    const found = async (limit: number) =>
      (await canaries.due('2026-01-01T00:00:05.000Z', limit)).map(({ agent_id }) => agent_id);
    assert.deepEqual(await found(10), ['b', 'a']);
    assert.deepEqual(await found(1), ['b']);
  },

  'shows no events that wait in a canary, and removes one once': async (canaries) => {
    await canaries.start(canary());
    const event = { event_id: 'e', org_id: 'org', type: 'agent.canary_rolled_back', subject: 'c' } as const;
    const recorded: RecordedEvent = { ...event, call_id: null, timestamp: START, body: '{}' };
    assert.deepEqual(await canaries.change(canary(), ENDED, [recorded]), canary(ENDED));
    assert.deepEqual(await canaries.find('org', 'a'), canary(ENDED));
    await canaries.remove('org', 'a');
    assert.isNull(await canaries.find('org', 'a'));
  },
};
