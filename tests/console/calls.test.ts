import { assert } from 'chai';
import { hasCost, isAwaitingArtifacts, stateOf, type Call } from '../../console/src/pages/calls/call.ts';
import { agentOptions, CALL_PARTS, callsQuery, versionOptions } from '../../console/src/pages/calls/filter.ts';
import { readFilter } from '../../console/src/parts/filters.ts';
import { byDay, daysKnown, outcomesOf } from '../../console/src/pages/home/recent.ts';

const NOW = new Date('2026-03-01T12:00:00');

const call = (status: Call['status'], call_response: Call['call_response'] = null, more: Partial<Call> = {}) =>
  ({
    status,
    call_response,
    call_type: 'outbound',
    agent_id: 'a1',
    agent_name: 'Desk',
    created_at: NOW.toISOString(),
    ...more,
  }) as Call;

const CALLS = [
  call('in_progress'),
  call('completed', 'answered', { agent_id: 'a2', agent_name: 'Bar' }),
  call('completed', 'voicemail'),
  call('failed', null, { call_type: 'web' }),
];

describe('the calls that are shown', () => {
  const queryOf = (query: Record<string, string>) => callsQuery(readFilter(CALL_PARTS, query));

  it('are those that the address asks the API for', () => {
    assert.deepEqual(queryOf({}), {});
    assert.deepEqual(
      queryOf({ show: 'missed', type: 'web', agent: 'a1', version: '7', success: 'no', number: ' +49 ' }),
      {
        ...{ standing: 'missed', call_type: 'web', agent_id: 'a1', agent_version: 7, success: 'no', number: '+49' },
      },
    );
    for (const wrong of [{ show: 'x', type: 'y', success: 'z' }, { version: '7' }, { from: 'x', until: '2026-02-31x' }])
      assert.deepEqual(queryOf(wrong as Record<string, string>), {});
    assert.deepEqual(queryOf({ number: ' (' }), {});
    assert.deepEqual(queryOf({ number: '(555) 01-2' }), { number: '555012' });
    for (const version of ['x', '-1', '1.5']) assert.deepEqual(queryOf({ agent: 'a1', version }), { agent_id: 'a1' });
  });

  it('are those of whole days, where the address names days', () => {
    const { from = '', to = '' } = queryOf({ from: '2026-03-01', until: '2026-03-02' });
    assert.equal(new Date(from).getTime(), new Date(2026, 2, 1).getTime());
    assert.equal(new Date(to).getTime(), new Date(2026, 2, 3).getTime());
  });

  it('are offered with each agent and version once, and with the chosen ones', () => {
    const agents = [
      { agent_id: 'a1', name: 'Front desk' },
      { agent_id: 'a3', name: 'Anna' },
    ];
    const labels = agentOptions(agents, CALLS, 'gone').map(({ label }) => label);
    assert.deepEqual(labels, ['Anna', 'Bar', 'Front desk', 'gone']);
    const versions = (latest: number, chosen: string) => versionOptions(latest, chosen).map(({ value }) => value);
    assert.deepEqual(versions(3, '2'), ['3', '2', '1']);
    assert.deepEqual(versions(0, '2'), ['2']);
    assert.lengthOf(versions(900, ''), 50);
  });

  it('say what became of the callee once they are over', () => {
    assert.deepEqual(CALLS.map(stateOf), ['in_progress', 'answered', 'voicemail', 'failed']);
  });

  it('count as cut off when they failed after an answer', () => {
    assert.equal(stateOf(call('failed', 'answered')), 'cut_off');
    assert.equal(stateOf(call('failed', 'unreachable')), 'unreachable');
  });

  it('are asked for again while their recording may still arrive', () => {
    const over = { start_time_utc: 'then', recording_url: null, updated_at: NOW.toISOString() };
    const later = (ms: number): Date => new Date(NOW.getTime() + ms);
    assert.isTrue(isAwaitingArtifacts(call('completed', 'answered', over), later(59_000)));
    assert.isFalse(isAwaitingArtifacts(call('completed', 'answered', over), later(61_000)));
    assert.isTrue(
      isAwaitingArtifacts(call('failed', 'answered', over), later(3_600_000)),
      'its runtime has yet to come back',
    );
    assert.isFalse(isAwaitingArtifacts(call('completed', 'answered', { ...over, recording_url: '/there' }), later(1)));
    assert.isFalse(isAwaitingArtifacts(call('busy', 'busy', { ...over, start_time_utc: null }), later(1)));
  });

  it('are asked for their cost where there may be one: after a conversation, also when its artifacts are deleted', () => {
    const over = {
      updated_at: NOW.toISOString(),
      start_time_utc: NOW.toISOString(),
      recording_url: null,
      transcript_url: null,
    };
    const later = new Date(NOW.getTime() + 3_600_000);
    const has = (status: Call['status'], more: Partial<Call>) =>
      hasCost(call(status, null, { ...over, ...more }), later);
    assert.isTrue(has('completed', { transcript_url: '/there' }));
    assert.isTrue(has('completed', { end_reason: 'agent_ended' }), 'without artifacts');
    assert.isFalse(has('completed', {}), 'a caller who left before the conversation');
    assert.isFalse(has('canceled', { start_time_utc: null }));
    assert.isFalse(has('in_progress', { end_reason: 'agent_ended' }));
    const moment = new Date(NOW.getTime() + 1);
    assert.isFalse(
      hasCost(call('completed', null, { ...over, end_reason: 'agent_ended' }), moment),
      'it is on its way',
    );
  });
});

describe('the summary of recent calls', () => {
  it('counts ended calls per day up to today', () => {
    const yesterday = call('busy', 'busy', { created_at: new Date('2026-02-28T23:59:00').toISOString() });
    const longAgo = call('completed', 'answered', { created_at: new Date('2026-02-01T12:00:00').toISOString() });
    const days = byDay([...CALLS, yesterday, longAgo], 3, NOW);
    assert.deepEqual(
      days.map(({ day, answered, missed }) => [day.getDate(), answered, missed]),
      [
        [27, 0, 0],
        [28, 0, 1],
        [1, 1, 2],
      ],
    );
  });

  it('leaves out days before the oldest known call', () => {
    const earlier = call('completed', 'answered', { created_at: new Date('2026-02-27T23:00:00').toISOString() });
    const known = (isAll: boolean, calls = [...CALLS, earlier]) => daysKnown(calls, isAll, 14, NOW);
    assert.deepEqual([known(true), known(false), known(false, []), known(false, CALLS)], [14, 3, 14, 1]);
    assert.strictEqual(daysKnown([earlier], false, 2, NOW), 2);
  });

  it('groups outcomes into five classes', () => {
    const more = [call('busy', 'declined'), call('canceled', 'canceled'), call('completed', 'unreachable')];
    assert.deepEqual(outcomesOf([...CALLS, ...more]), { answered: 1, busy: 1, noAnswer: 1, failed: 2, other: 1 });
  });
});
