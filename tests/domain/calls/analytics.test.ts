import { assert } from 'chai';
import * as fc from 'fast-check';
import { callAnalytics, weeks, type CallTally, type KnownAgent } from '../../../domain/calls/analytics.ts';

const tally = (changes: Partial<CallTally> = {}): CallTally => ({
  without_speech: false,
  of_draft: false,
  agent_id: 'a',
  agent_name: 'Ada',
  status: 'completed',
  call_response: 'answered',
  calls: 1,
  seconds: 0,
  ...changes,
});
const missed = { status: 'no_answer', call_response: 'no_answer' } as const;

const agent = (agent_id: string, model: string | null = 'm', provider = 'p'): KnownAgent => ({
  agent_id,
  name: `Agent ${agent_id}`,
  models: { stt: { provider, model }, tts: { provider, model }, llm: { provider: 'test_llm', model: 'one' } },
});

const analytics = (
  all: CallTally[],
  agents: KnownAgent[] = [],
  thisWeek: CallTally[] = [],
  lastWeek: CallTally[] = [],
) => callAnalytics({ all, thisWeek, lastWeek }, agents);

describe('callAnalytics', () => {
  it('counts no trials of drafts', () => {
    const trial = tally({ of_draft: true, calls: 5, seconds: 60 });
    const silent = tally({ of_draft: true, without_speech: true, calls: 2 });
    assert.deepEqual(
      analytics([tally(), trial, silent], [agent('a')], [trial], [trial]),
      analytics([tally()], [agent('a')]),
    );
  });

  it('returns zeros and nulls without calls', () => {
    assert.deepEqual(analytics([], [agent('a')]), {
      calls_attempted: 0,
      calls_connected: 0,
      calls_failed: 0,
      connection_rate: 0,
      total_duration_seconds: 0,
      average_duration_seconds: 0,
      trend_vs_last_week_pct: null,
      attempts_without_speech: 0,
      agent_performance: [],
      model_usage: { stt: null, tts: null, llm: null },
    });
  });

  it('counts answered calls as connected and no others', () => {
    const { calls_attempted, calls_connected, calls_failed, connection_rate } = analytics([
      tally({ calls: 2 }),
      tally({ status: 'failed', calls: 1 }),
      tally({ call_response: 'voicemail', calls: 3 }),
      tally({ ...missed, calls: 2 }),
      tally({ status: 'in_progress', call_response: null }),
    ]);
    assert.deepEqual([calls_attempted, calls_connected, calls_failed, connection_rate], [9, 3, 5, 33.3]);
  });

  it('excludes attempts without speech and counts them separately', () => {
    const silent = tally({ without_speech: true, calls: 131, seconds: 400 });
    const [connected, before] = [tally({ calls: 3, seconds: 30 }), tally({ ...missed, calls: 2 })];
    const result = analytics([silent, connected, before], [agent('a')], [silent, connected], [silent, before]);
    const bare = analytics([connected, before], [agent('a')], [connected], [before]);
    assert.deepEqual(result, { ...bare, attempts_without_speech: 131 });
  });

  it('measures durations of connected calls only', () => {
    const result = analytics([
      tally({ calls: 3, seconds: 10 }),
      tally({ call_response: 'voicemail', calls: 1, seconds: 99 }),
    ]);
    assert.equal(result.total_duration_seconds, 10);
    assert.closeTo(result.average_duration_seconds, 10 / 3, 1e-12);
  });

  const trends: readonly [string, CallTally[], CallTally[], number | null][] = [
    ['is the difference of two rates', [tally({ calls: 2 }), tally(missed)], [tally(), tally(missed)], 16.7],
    ['can be negative', [tally(missed)], [tally({ calls: 2 }), tally(missed)], -66.7],
    ['is null when nothing was attempted before', [tally()], [], null],
    ['counts a week without attempts as 0', [], [tally()], -100],
    ['is 0 when nothing has changed', [tally()], [tally()], 0],
    [
      'is 0, not -0, after a tiny decrease',
      [tally({ calls: 4999 }), tally({ ...missed, calls: 5001 })],
      [tally(), tally(missed)],
      0,
    ],
  ];
  for (const [promise, thisWeek, lastWeek, trend] of trends)
    it(`has a trend that ${promise}`, () => {
      assert.deepEqual(analytics([tally()], [], thisWeek, lastWeek).trend_vs_last_week_pct, trend);
    });

  it('lists the ten busiest agents by their current names', () => {
    const ids = Array.from({ length: 12 }, (_, place) => `agent ${String(place).padStart(2, '0')}`);
    const all = ids.flatMap((agent_id, place) => [
      tally({ agent_id, calls: place }),
      tally({ agent_id, agent_name: 'An older name', ...missed, calls: 1 }),
    ]);
    const board = analytics(all, [agent('agent 11')]).agent_performance;
    assert.lengthOf(board, 10);
    assert.deepEqual(board[0], { agent_id: 'agent 11', agent_name: 'Agent agent 11', call_count: 12 });
    assert.deepEqual(board[1], { agent_id: 'agent 10', agent_name: 'Ada', call_count: 11 });
    assert.deepEqual(board[9], { agent_id: 'agent 02', agent_name: 'Ada', call_count: 3 });
  });

  it('names a deleted agent as in most of its calls, and lists agents with as many calls by id', () => {
    const board = analytics([
      tally({ agent_id: 'b', agent_name: 'Bea', calls: 6 }),
      tally({ agent_id: 'a', agent_name: 'An older name', calls: 1 }),
      tally({ agent_id: 'a', agent_name: 'Ada', ...missed, calls: 5 }),
    ]).agent_performance;
    assert.deepEqual(board, [
      { agent_id: 'a', agent_name: 'Ada', call_count: 6 },
      { agent_id: 'b', agent_name: 'Bea', call_count: 6 },
    ]);
  });

  it('returns the most used provider and model per stage over all agents', () => {
    const usage = analytics(
      [
        tally({ agent_id: 'a', calls: 3 }),
        tally({ agent_id: 'b', calls: 2 }),
        tally({ agent_id: 'c', calls: 2 }),
        tally({ agent_id: 'deleted', calls: 100 }),
      ],
      [agent('a', 'm', 'p'), agent('b', null, 'q'), agent('c', null, 'q'), agent('idle', 'z')],
    ).model_usage;
    assert.deepEqual(usage, {
      stt: { model: null, provider: 'q', call_count: 4 },
      tts: { model: null, provider: 'q', call_count: 4 },
      llm: { model: 'one', provider: 'test_llm', call_count: 7 },
    });
  });

  it('has no model when every agent with calls was deleted', () => {
    const { model_usage, agent_performance } = analytics([tally({ agent_id: 'deleted' })], [agent('a')]);
    assert.deepEqual(model_usage, { stt: null, tts: null, llm: null });
    assert.lengthOf(agent_performance, 1);
  });

  it('does not depend on the order of the counts', () => {
    const all = ['a', 'b', 'c', 'd'].map((agent_id) => tally({ agent_id, calls: 5 }));
    const agents = ['a', 'b', 'c', 'd'].map((id) => agent(id, `model ${id}`));
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 4 }), (shuffled) => {
        assert.deepEqual(analytics(shuffled, agents), analytics(all, agents));
      }),
    );
  });
});

describe('weeks', () => {
  it('returns the last seven days and the seven before without a gap', () => {
    const { thisWeek, lastWeek } = weeks(new Date('2026-03-16T09:00:00.000Z'));
    assert.deepEqual(thisWeek, { from: '2026-03-09T09:00:00.001Z', below: '2026-03-16T09:00:00.001Z' });
    assert.deepEqual(lastWeek, { from: '2026-03-02T09:00:00.001Z', below: '2026-03-09T09:00:00.001Z' });
  });
});
