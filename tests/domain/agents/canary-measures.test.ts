import { assert } from 'chai';
import fc from 'fast-check';
import { assignment, isOfCanary } from '../../../domain/agents/agent-canary.ts';
import {
  CALIBRATION_CALLS,
  firstCounts,
  withCalls,
  type AssignedCall,
  type CanaryMeasure,
} from '../../../domain/agents/canary-measures.ts';

const START = Date.parse('2026-01-01T12:00:00.000Z');
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

/** A conversation that was registered at this second, and was over 20 seconds later. */
const call = (
  second: number,
  more: Partial<AssignedCall['call']> = {},
  parts: Partial<AssignedCall> = {},
): AssignedCall => ({
  call: {
    ...{ call_id: `c${second}`, status: 'completed', call_response: 'answered', created_at: at(second) },
    ...{ start_time_utc: at(second), end_time_utc: at(second + 20), duration: 20, end_reason: 'agent_ended' },
    ...more,
  },
  ...{ metrics: null, analysis: null, isOfCanary: false },
  ...parts,
});
const canary = { isOfCanary: true };
const judged = (success: 'yes' | 'no' | 'unknown' | null, status: 'done' | 'pending' = 'done') => ({
  analysis: { status, success },
});
const measured = (turns: number, interrupted: number, seconds: readonly number[], average: number) => ({
  metrics: {
    summary: { turn_count: turns, interrupted_turn_count: interrupted, user_bot_latency_avg_secs: average },
    latencies: { first_bot_speech_secs: 0, user_to_bot_secs: seconds, breakdowns: [] },
  },
});

/** What is counted of calls at a second. */
function counted(measure: CanaryMeasure, calls: readonly AssignedCall[], second: number) {
  const {
    canary: tried,
    published,
    counted_until,
  } = withCalls(measure, firstCounts(new Date(START))[measure], calls, {
    ...{ earlySeconds: 30, now: new Date(START + second * 1000) },
  });
  return [tried.count, tried.of, published.count, published.of, (Date.parse(counted_until) - START) / 1000];
}

describe('counts of a canary', () => {
  it('are of conversations that are over, by version, each once', () => {
    const left = { end_reason: 'caller_left', duration: 5 } as const;
    const calls = [
      call(1, left, canary),
      call(2, {}, canary),
      call(3, left),
      call(4, { ...left, duration: 31 }),
      call(5, { status: 'no_answer', start_time_utc: null, call_response: 'no_answer' }, canary),
      call(6, { ...left, call_response: 'voicemail' }, canary),
      call(7, { status: 'failed' }, canary),
    ];
    assert.deepEqual(counted('early_hang_up', calls, 99), [1, 3, 1, 2, 7.001]);
    assert.deepEqual(counted('failed', calls, 99), [1, 3, 0, 2, 7.001]);
    const half = withCalls('failed', firstCounts(new Date(START)).failed, calls.slice(0, 4), {
      ...{ earlySeconds: 30, now: new Date(START + 99_000) },
    });
    const whole = withCalls('failed', half, calls, { earlySeconds: 30, now: new Date(START + 99_000) });
    assert.deepEqual(
      [whole.canary, whole.published],
      [
        { count: 1, of: 3 },
        { count: 0, of: 2 },
      ],
    );
  });

  it('are not told by how the calls of a round are divided', () => {
    const some = fc.array(
      fc.record({ seconds: fc.integer({ min: 0, max: 60 }), early: fc.boolean(), tried: fc.boolean() }),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(some, fc.nat(40), (drawn, cut) => {
        const calls = drawn
          .toSorted((a, b) => a.seconds - b.seconds)
          .map(({ seconds, early, tried }) =>
            call(seconds, early ? { end_reason: 'caller_left', duration: 3 } : {}, { isOfCanary: tried }),
          );
        const rules = { earlySeconds: 30, now: new Date(START + 500_000) };
        const first = firstCounts(new Date(START)).early_hang_up;
        const pieces = withCalls(
          'early_hang_up',
          withCalls('early_hang_up', first, upTo(calls, cut), rules),
          calls,
          rules,
        );
        assert.deepEqual(pieces, withCalls('early_hang_up', first, calls, rules));
      }),
    );
  });

  it('wait for the first call of which not all is known, however many came after it', () => {
    const running = { status: 'in_progress', end_time_utc: null, duration: null } as const;
    const { end_reason: _why, ...unexplained } = call(1).call;
    const calls = [call(1, running), call(2, {}, canary)];
    assert.deepEqual(counted('failed', calls, 99), [0, 0, 0, 0, 0]);
    assert.deepEqual(counted('failed', calls, 1801), [0, 1, 0, 0, 2.001], 'not longer than half an hour');
    // A caller who stays long enough has not left early.
    assert.deepEqual(counted('early_hang_up', calls, 90), [0, 0, 0, 0, 0]);
    assert.deepEqual(counted('early_hang_up', calls, 91), [0, 1, 0, 1, 2.001]);
    const silent = [{ ...call(1), call: unexplained }, call(2, {}, canary)];
    assert.deepEqual(counted('failed', silent, 99), [0, 0, 0, 0, 0], 'its runtime has not told why it ended');
    assert.deepEqual(counted('failed', silent, 141), [0, 1, 0, 1, 2.001]);
  });

  it('take analyses that come late, and leave out calls that have none', () => {
    const calls = [
      call(1, {}, judged('no')),
      call(2, {}, { ...canary, ...judged(null, 'pending') }),
      call(3, {}, judged('yes')),
    ];
    assert.deepEqual(counted('unsuccessful', calls, 99), [0, 0, 1, 1, 1.001]);
    assert.deepEqual(counted('unsuccessful', calls, 3_700), [0, 0, 1, 2, 3.001]);
    const later = [calls[0]!, call(2, {}, { ...canary, ...judged('no') }), calls[2]!];
    assert.deepEqual(counted('unsuccessful', later, 99), [1, 1, 1, 2, 3.001]);
    assert.deepEqual(counted('unsuccessful', [call(1), call(2, {}, judged('unknown'))], 99), [0, 0, 0, 0, 0]);
    assert.deepEqual(counted('unsuccessful', [call(1), call(2, {}, judged('unknown'))], 999), [0, 0, 0, 0, 2.001]);
  });

  it('are above the median of the first calls for slow and interrupted ones, and leave the first calls out', () => {
    const first = Array.from({ length: CALIBRATION_CALLS }, (_, turn) =>
      call(turn, {}, { ...measured(10, turn % 3, [1], turn / 10), isOfCanary: turn % 2 === 0 }),
    );
    const after = [
      call(50, {}, { ...measured(10, 9, [1], 9), ...canary }),
      call(51, {}, measured(10, 1, [1], 1.9)),
      call(52, {}, { ...measured(0, 0, [], 0), ...canary }),
    ];
    assert.deepEqual(counted('slow', [...first, ...after], 99), [1, 1, 0, 1, 52.001]);
    assert.deepEqual(counted('interrupted', [...first, ...after], 99), [1, 1, 0, 1, 52.001]);
    assert.deepEqual(counted('slow', [call(1)], 99), [0, 0, 0, 0, 0], 'metrics come after the call');
    assert.deepEqual(counted('slow', [call(1)], 999), [0, 0, 0, 0, 1.001]);
  });

  /** The first calls, with all of the same time as the last of them. */
  const upTo = (calls: readonly AssignedCall[], count: number): readonly AssignedCall[] => {
    const last = calls[count - 1]?.call.created_at ?? (count === 0 ? '' : '9');
    return calls.filter(({ call: { created_at } }) => created_at <= last);
  };
});

describe('the version of a call', () => {
  const canaryOf = (share_percent: number) => ({ canary_id: 'c', version: 8, base_version: 7, share_percent });

  it('is that of the canary for the wanted share of calls, and depends on nothing but the ids', () => {
    for (const share of [1, 10, 50, 90]) {
      const calls = Array.from({ length: 20_000 }, (_, turn) => isOfCanary(canaryOf(share), `call ${turn}`));
      const part = (calls.filter(Boolean).length / calls.length) * 100;
      assert.closeTo(part, share, 4 * Math.sqrt((share * (100 - share)) / calls.length), `${share} %`);
      assert.equal(isOfCanary(canaryOf(share), 'call 7'), calls[7]);
    }
    const moved = Array.from({ length: 200 }, (_, turn) => `call ${turn}`).filter(
      (id) => isOfCanary(canaryOf(50), id) !== isOfCanary({ ...canaryOf(50), canary_id: 'd' }, id),
    );
    assert.isAbove(moved.length, 50, 'the calls of another canary are others');
  });

  it('is the published one without a canary, and while another version than it is compared with is published', () => {
    assert.deepEqual(assignment({ version: 3 }, 'x'), { agent_version: 3 });
    assert.deepEqual(assignment({ version: 3, canary: null }, 'x'), { agent_version: 3 });
    assert.deepEqual(assignment({ version: 9, canary: canaryOf(90) }, 'x'), { agent_version: 9 });
    const { agent_version, canary_id } = assignment({ version: 7, canary: canaryOf(90) }, 'x');
    assert.equal(canary_id, 'c');
    assert.include([7, 8], agent_version);
  });
});
