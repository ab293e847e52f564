import { assert } from 'chai';
import fc from 'fast-check';
import {
  DEFAULT_ASSUMPTIONS,
  drawCall,
  withOverrides,
  type AssumedOutcome,
} from '../../../domain/campaigns/call-assumptions.ts';
import { EventHeap } from '../../../domain/campaigns/event-heap.ts';
import { seededDraws } from '../../../domain/campaigns/seeded-draws.ts';
import { WaitingContacts } from '../../../domain/campaigns/waiting-contacts.ts';

describe('drawn calls', () => {
  const shareOf = (outcome: AssumedOutcome, isRetry: boolean): number => {
    const draw = seededDraws(1);
    const calls = Array.from({ length: 20_000 }, () => drawCall(DEFAULT_ASSUMPTIONS, isRetry, draw));
    return calls.filter((call) => call.outcome === outcome).length / calls.length;
  };

  it('repeat with their seed and differ with another', () => {
    const five = (seed: number) => Array.from({ length: 5 }, seededDraws(seed));
    assert.deepEqual(five(3), five(3));
    assert.notDeepEqual(five(3), five(4));
  });

  it('have the assumed share of each outcome', () => {
    const { answered_share, voicemail_share, busy_share, failed_share } = DEFAULT_ASSUMPTIONS;
    assert.closeTo(shareOf('answered', false), answered_share, 0.015);
    assert.closeTo(shareOf('voicemail', false), voicemail_share, 0.015);
    assert.closeTo(shareOf('busy', false), busy_share, 0.015);
    assert.closeTo(shareOf('failed', false), failed_share, 0.015);
    assert.closeTo(shareOf('no_answer', false), 0.4, 0.015);
  });

  it('divide retries that are not answered as first dials', () => {
    assert.closeTo(shareOf('answered', true), 0.2, 0.015);
    assert.closeTo(shareOf('voicemail', true), (0.2 / 0.7) * 0.8, 0.015);
    assert.closeTo(shareOf('no_answer', true), (0.4 / 0.7) * 0.8, 0.015);
  });

  it('last as assumed on average, and only as long as they ring without an answer', () => {
    const draw = seededDraws(5);
    const calls = Array.from({ length: 20_000 }, () => drawCall(DEFAULT_ASSUMPTIONS, false, draw));
    const talks = calls.flatMap(({ outcome, talkMs }) => (outcome === 'answered' ? talkMs : []));
    assert.closeTo(talks.reduce((sum, ms) => sum + ms, 0) / talks.length, 90_000, 4_000);
    const unanswered = calls.filter(({ outcome }) => outcome === 'no_answer');
    assert.isTrue(unanswered.every(({ ringMs, talkMs }) => ringMs === 60_000 && talkMs === 0));
    const busy = calls.filter(({ outcome }) => outcome === 'busy' || outcome === 'failed');
    assert.isTrue(busy.every(({ ringMs, talkMs }) => ringMs === 5_000 && talkMs === 0));
    const machines = calls.filter(({ outcome }) => outcome === 'voicemail');
    assert.isTrue(machines.every(({ ringMs, talkMs }) => ringMs === 15_000 && talkMs === 20_000));
  });

  it('cannot have shares that are together more than all dials', () => {
    assert.throws(
      () => withOverrides(DEFAULT_ASSUMPTIONS, { answered_share: 0.8 }),
      'assumptions: the shares of first dials are 1.10 together, and must be at most 1',
    );
    assert.equal(withOverrides(DEFAULT_ASSUMPTIONS, { answered_share: 0.7 }).answered_share, 0.7);
  });
});

describe('a heap of events', () => {
  it('answers items by time, and at the same time by number', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(50))), (events) => {
        const heap = new EventHeap();
        for (const [time, item] of events) heap.push(time, item);
        const popped = events.map(() => [heap.nextTime, heap.nextItem, heap.pop()]);
        const sorted = events.toSorted(([time, item], [later, other]) => time - later || item - other);
        assert.deepEqual(
          popped,
          sorted.map(([time, item]) => [time, item, item]),
        );
        assert.deepEqual([heap.size, heap.nextTime, heap.nextItem, heap.pop()], [0, Infinity, Infinity, null]);
      }),
    );
  });
});

describe('contacts that wait', () => {
  it('are taken in their order across open classes', () => {
    const waiting = new WaitingContacts(5);
    [0, 1, 0, 2, 1].forEach((classId, contact) => waiting.add(contact, classId));
    const taken = [];
    for (let left = waiting.size; left > 0; left -= 1) taken.push([waiting.nextClass(0), waiting.take()]);
    assert.deepEqual(taken, [
      [0, 0],
      [1, 1],
      [0, 2],
      [2, 3],
      [1, 4],
    ]);
    assert.isNull(waiting.nextClass(0));
  });

  it('are taken from a closed class when it opens', () => {
    const waiting = new WaitingContacts(3);
    [0, 1, 0].forEach((classId, contact) => waiting.add(contact, classId));
    assert.equal(waiting.nextClass(0), 0);
    waiting.close(100);
    assert.equal(waiting.opensAt, 100);
    assert.deepEqual([waiting.nextClass(50), waiting.take()], [1, 1]);
    assert.isNull(waiting.nextClass(99));
    assert.deepEqual([waiting.nextClass(100), waiting.take(), waiting.take(), waiting.size], [0, 0, 2, 0]);
  });
});
