import { assert } from 'chai';
import { isAwaitingArtifacts, stateOf, type Call } from '../../console/src/pages/calls/call.ts';
import { agentsOf, filterQuery, isWanted, readFilter, versionsOf } from '../../console/src/pages/calls/filter.ts';
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
  it('are those that the address asks for', () => {
    const found = (query: Record<string, string>) =>
      CALLS.flatMap((one, at) => (isWanted(readFilter(query), one) ? [at] : []));
    assert.deepEqual(found({}), [0, 1, 2, 3]);
    assert.deepEqual(found({ show: 'live' }), [0]);
    assert.deepEqual(found({ show: 'answered' }), [1]);
    assert.deepEqual(found({ show: 'missed' }), [2, 3]);
    assert.deepEqual(found({ show: 'missed', type: 'web' }), [3]);
    assert.deepEqual(found({ agent: 'a2' }), [1]);
    assert.deepEqual(found({ show: 'nonsense' }), [0, 1, 2, 3]);
  });

  it('have an address of their own', () => {
    const filter = { show: 'missed', type: 'web', agent: 'a 1&', version: '7', success: 'no' } as const;
    const query = Object.fromEntries(new URLSearchParams(filterQuery(filter)));
    assert.deepEqual(readFilter(query), filter);
    assert.strictEqual(filterQuery(readFilter({})), '');
    for (const wrong of [{ version: '7' }, { agent: 'a1', version: 'x' }, { agent: 'a1', version: '-1' }])
      assert.equal(readFilter(wrong).version, '');
  });

  it('are of one version of an agent, where one is named', () => {
    const versions = [7, 8, null, 7].map((agent_version) => call('completed', 'answered', { agent_version }));
    const filter = readFilter({ agent: 'a1', version: '7' });
    assert.deepEqual(
      versions.map((each) => isWanted(filter, each)),
      [true, false, false, true],
    );
    assert.deepEqual(versionsOf(versions, 'a1'), [8, 7]);
    assert.deepEqual(versionsOf(versions, 'a2'), []);
  });

  it('name each agent once', () => {
    assert.deepEqual(agentsOf(CALLS), [
      { value: 'a2', label: 'Bar' },
      { value: 'a1', label: 'Desk' },
    ]);
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
