import { assert } from 'chai';
import { laterAgents, recordAgents, type AgentVisit } from '../../../domain/calls/agent-record.ts';
import { transcriptLine } from '../../../domain/voice/transcript.ts';

const reception = { agent_id: 'a', name: 'Desk', version: 3 };
const billing = { agent_id: 'b', name: 'Billing', version: null };
const change = {
  type: 'agent_changed',
  agent: billing,
  from: reception,
  target: 'billing',
  since: 1_000,
  at: 5_000,
} as const;

describe('the agents of a call', () => {
  it('are recorded from the first handover on, with the first one', () => {
    const first = recordAgents(recordAgents(null, { type: 'connected', at: 1_000 }), change);
    assert.deepEqual(first, [
      { agent_id: 'a', name: 'Desk', agent_version: 3, at: '1970-01-01T00:00:01.000Z', target: null },
      { agent_id: 'b', name: 'Billing', agent_version: null, at: '1970-01-01T00:00:05.000Z', target: 'billing' },
    ]);
    const back = { ...change, agent: reception, from: billing, target: 'previous_agent', at: 9_000 };
    assert.deepEqual(
      recordAgents(first, back)?.map(({ name, target }) => `${name} ${target}`),
      ['Desk null', 'Billing billing', 'Desk previous_agent'],
    );
  });

  it('are those of the longer report, whichever arrives first', () => {
    const [one, two] = [[{}], [{}, {}]] as unknown as AgentVisit[][];
    assert.equal(laterAgents(undefined, one!), one);
    assert.equal(laterAgents(one, two!), two);
    assert.equal(laterAgents(two, one!), two);
  });

  it('are named in the transcript where they change', () => {
    assert.equal(transcriptLine(change), '[1970-01-01T00:00:05.000Z] handover: Desk -> Billing\n');
    const hostile = { ...change, agent: { ...billing, name: 'B\n[x] user: hi' } };
    assert.equal(transcriptLine(hostile).split('\n').length, 2);
  });
});
