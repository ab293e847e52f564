import { assert } from 'chai';
import { callOutcomes, type AnalysisTally } from '../../../domain/calls/outcome-counts.ts';

const tally = (agent_id: string, calls: number, more: Partial<AnalysisTally> = {}): AnalysisTally => ({
  ...{ agent_id, calls, status: 'done', success: null },
  ...more,
});

describe('the outcomes of calls', () => {
  it('are counted by status and by success, also while a call is analysed again', () => {
    const tallies = [
      tally('a', 4, { success: 'yes' }),
      tally('a', 2, { success: 'no' }),
      tally('b', 1, { success: 'no', status: 'pending' }),
      tally('b', 5, { success: 'unknown' }),
      tally('b', 7, { status: 'pending' }),
      tally('b', 8, { status: 'failed' }),
      tally('b', 16),
    ];
    const { agents, ...all } = callOutcomes(tallies, new Map([['a', 'Desk']]));
    const success = { yes: 4, no: 3, unknown: 5 };
    assert.deepEqual(all, { analysed: 27, pending: 8, failed: 8, success, success_rate: 57.1 });
    assert.deepEqual(agents, [
      {
        ...{ agent_id: 'b', agent_name: null, analysed: 21, pending: 8, failed: 8 },
        ...{ success: { yes: 0, no: 1, unknown: 5 }, success_rate: 0 },
      },
      {
        ...{ agent_id: 'a', agent_name: 'Desk', analysed: 6, pending: 0, failed: 0 },
        ...{ success: { yes: 4, no: 2, unknown: 0 }, success_rate: 66.7 },
      },
    ]);
  });

  it('have no rate without a judged call', () => {
    assert.isNull(callOutcomes([tally('a', 3, { success: 'unknown' })], new Map()).success_rate);
    assert.strictEqual(callOutcomes([tally('a', 3, { success: 'yes' })], new Map()).success_rate, 100);
    assert.deepInclude(callOutcomes([], new Map()), { analysed: 0, agents: [] });
  });

  it('list the ten agents with most of them, in the order of their ids where they are equal', () => {
    const ids = ['k', 'c', 'a', 'j', 'b', 'd', 'e', 'f', 'g', 'h', 'i', 'l'];
    const tallies = [...ids.map((id) => tally(id, 1)), tally('l', 1)];
    const { agents } = callOutcomes(tallies, new Map());
    assert.deepEqual(
      agents.map(({ agent_id }) => agent_id),
      ['l', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
    );
  });
});
