import { assert } from 'chai';
import fc from 'fast-check';
import { mergedToolCalls, toolCallsIn, type ToolCallRecord } from '../../../domain/calls/tool-call-record.ts';

const AT = '2026-03-02T09:00:00.000Z';

const running = (run: number): ToolCallRecord => ({
  ...{ run, name: 'book', arguments: '{}', side_effects: true, started_at: AT, ended_at: null },
  ...{ outcome: 'running', answer: null },
});
const ended = (run: number): ToolCallRecord => ({ ...running(run), outcome: 'ok', answer: 'Booked', ended_at: AT });
/** As the journal of a lost runtime tells it. */
const unknown = (run: number): ToolCallRecord => ({ ...running(run), outcome: 'unknown' });

describe('toolCallsIn', () => {
  const start = (run: number, side_effects = true) =>
    ({ run, name: 'book', arguments: '{}', side_effects, started_at: AT }) as const;
  const end = (run: number) => ({ run, outcome: 'ok', answer: 'Booked', ended_at: AT }) as const;

  it('joins starts and ends, in the order of the starts', () => {
    assert.deepEqual(toolCallsIn([start(2), start(1), end(2), end(1)]), [ended(2), ended(1)]);
  });

  it('says of a call without an end what may have happened', () => {
    const [sent, read] = toolCallsIn([start(1), start(2, false)]);
    assert.deepEqual([sent, read?.outcome], [unknown(1), 'cancelled']);
  });

  it('ignores an end without a start, and a second start', () => {
    assert.deepEqual(toolCallsIn([end(1)]), []);
    assert.deepEqual(toolCallsIn([start(1), end(1), { ...start(1), name: 'other' }]), [ended(1)]);
  });

  it('keeps a hundred calls, and the ends of those', () => {
    const many = Array.from({ length: 101 }, (_, run) => start(run));
    const calls = toolCallsIn([...many, end(99), end(100)]);
    assert.deepEqual([calls.length, calls.at(-1)], [100, ended(99)]);
  });
});

describe('mergedToolCalls', () => {
  it('lists a call while it runs, then its end', () => {
    const first = mergedToolCalls([], [running(2)]);
    assert.deepEqual(mergedToolCalls(first, [ended(2), running(1)]), [running(1), ended(2)]);
  });

  it('replaces a running call by what the journal of a lost runtime tells, and that by a later end', () => {
    const lost = mergedToolCalls([running(1)], [unknown(1)]);
    assert.deepEqual(lost, [unknown(1)]);
    assert.deepEqual(mergedToolCalls(lost, [ended(1)]), [ended(1)]);
  });

  it('keeps the end of a call in whichever order reports arrive, and a hundred calls at most', () => {
    const report = fc.record({ run: fc.integer({ min: 0, max: 120 }), isEnd: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.array(report, { maxLength: 20 }), { maxLength: 20 }), (reports) => {
        const lists = reports.map((each) => each.map(({ run, isEnd }) => (isEnd ? ended(run) : running(run))));
        const merged = lists.reduce<readonly ToolCallRecord[]>(mergedToolCalls, []);
        const listed = merged.map(({ run }) => run);
        assert.deepEqual(
          listed,
          [...new Set(listed)].toSorted((one, other) => one - other),
        );
        assert.isAtMost(merged.length, 100);
        for (const { run, outcome } of merged) {
          const hasEnd = lists.flat().some((each) => each.run === run && each.outcome === 'ok');
          // A call that was cut from a full list and came back later may lack its end.
          if (lists.flat().length <= 100) assert.equal(outcome, hasEnd ? 'ok' : 'running');
        }
      }),
    );
  });
});
