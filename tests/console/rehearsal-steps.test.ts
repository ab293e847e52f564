import { assert } from 'chai';
import fc from 'fast-check';
import {
  differingParts,
  pairEntries,
  type Side,
  type StepEntry,
} from '../../console/src/pages/rehearsals/in-step/pairs.ts';
import {
  exchangeFrom,
  nearestRow,
  nextDifference,
  rowAt,
  rowFrom,
} from '../../console/src/pages/rehearsals/in-step/step-order.ts';
import { BOOKED, entriesOf, REFUSED } from './support/step-conversations.ts';

const ROWS = pairEntries(BOOKED, REFUSED);
const pairsOf = (a: readonly StepEntry[], b: readonly StepEntry[]): readonly (readonly unknown[])[] =>
  pairEntries(a, b).map((row) => [row.a, row.b, row.exchange, row.isSame]);

describe('two conversations in step', () => {
  it('have the entries beside each other that resemble each other most, in exchanges', () => {
    assert.deepEqual(pairsOf(BOOKED, REFUSED), [
      [0, 0, 0, true],
      [1, 1, 1, true],
      [2, 2, 1, false],
      [null, 3, 2, false],
      [null, 4, 2, false],
      [3, 5, 3, true],
      [4, null, 3, false],
      [5, 6, 3, false],
    ]);
  });

  it('are one beneath the other where a conversation is alone or nothing fits', () => {
    assert.deepEqual(
      pairsOf(BOOKED, []).map(([a, b]) => [a, b]),
      BOOKED.map((_, at) => [at, null]),
    );
    const agent = entriesOf('agent: Hello.');
    const caller = entriesOf('caller: Hello.');
    assert.deepEqual(pairsOf(agent, caller), [
      [0, null, 0, false],
      [null, 0, 1, false],
    ]);
  });

  it('keep every entry once and in its order, whatever was said', () => {
    const entry = fc.record({
      by: fc.constantFrom('agent' as const, 'caller' as const, 'tool' as const),
      words: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }).map((words) => words.join(' ')),
      at: fc.constant(0),
    });
    const conversation = fc.array(entry, { maxLength: 12 });
    fc.assert(
      fc.property(conversation, conversation, (a, b) => {
        const rows = pairEntries(a, b);
        const own = (side: Side) => rows.flatMap((row) => row[side] ?? []);
        assert.deepEqual([own('a'), own('b')], [[...a.keys()], [...b.keys()]]);
        for (const row of rows) if (row.a !== null && row.b !== null) assert.strictEqual(a[row.a]?.by, b[row.b]?.by);
      }),
    );
  });

  it('mark the words that the other side lacks, unless hardly any are the same', () => {
    assert.deepEqual(differingParts('For how many people?', 'For how many people, and when?'), {
      a: [{ text: 'For how many people?', differs: false }],
      b: [
        { text: 'For how many people, ', differs: false },
        { text: 'and when?', differs: true },
      ],
    });
    const unlike = differingParts('Goodbye, and thank you.', 'We are open on Friday, thank you.');
    assert.deepEqual(unlike, {
      a: [{ text: 'Goodbye, and thank you.', differs: false }],
      b: [{ text: 'We are open on Friday, thank you.', differs: false }],
    });
  });
});

describe('the place in two conversations', () => {
  it('is the row of the entry that began last', () => {
    assert.deepEqual(
      [-1, 0, 4.9, 4.97, 12, 99].map((seconds) => rowAt(ROWS, 'a', BOOKED, seconds)),
      [0, 0, 0, 1, 2, 7],
    );
    assert.strictEqual(rowAt(ROWS, 'b', REFUSED, 15), 3);
    assert.strictEqual(rowAt(ROWS, 'b', [], 15), 0);
  });

  it('moves by captions, by exchanges and by differences, and stays at the ends', () => {
    assert.strictEqual(nearestRow(ROWS, 'a', 3), 5);
    assert.strictEqual(nearestRow(ROWS.slice(0, 5), 'a', 3), 2);
    assert.isNull(nearestRow(pairEntries(BOOKED, []), 'b', 0));
    assert.deepEqual([rowFrom(ROWS, 'a', 2, 1), rowFrom(ROWS, null, 2, 1), rowFrom(ROWS, 'a', 7, 1)], [5, 3, 7]);
    assert.deepEqual([rowFrom(ROWS, 'b', 5, -1), rowFrom(ROWS, 'b', 0, -1)], [4, 0]);
    assert.deepEqual([exchangeFrom(ROWS, 'a', 2, 1), exchangeFrom(ROWS, null, 2, 1)], [5, 3]);
    assert.deepEqual([exchangeFrom(ROWS, 'a', 6, -1), exchangeFrom(ROWS, 'a', 7, 1)], [1, 7]);
    assert.deepEqual([nextDifference(ROWS, 0), nextDifference(ROWS, 2), nextDifference(ROWS, 6)], [2, 6, 2]);
    assert.isNull(nextDifference(pairEntries(BOOKED, BOOKED), 0));
  });
});
