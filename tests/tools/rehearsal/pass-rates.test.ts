import { assert } from 'chai';
import fc from 'fast-check';
import { inOrder, ORDERED_MAX, passAt1, passHat, quantile, signTest } from '../../../domain/rehearsal/pass-rates.ts';

/** All ways to draw k of these, one by one. */
const drawsOf = (items: readonly boolean[], k: number): boolean[][] =>
  k === 0 ? [[]] : items.flatMap((item, at) => drawsOf(items.slice(at + 1), k - 1).map((rest) => [item, ...rest]));

describe('pass rates', () => {
  it('are the mean over conversations, however many runs each has', () => {
    assert.equal(
      passAt1([
        { runs: 4, passed: 2 },
        { runs: 1, passed: 1 },
      ]),
      0.75,
    );
    assert.isNull(passAt1([]));
  });

  it('are for k runs the share of draws of k runs that all passed', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 6 }), (runs, k) => {
        fc.pre(k <= runs.length);
        const draws = drawsOf(runs, k);
        const expected = draws.filter((draw) => draw.every(Boolean)).length / draws.length;
        const counts = [{ runs: runs.length, passed: runs.filter(Boolean).length }];
        assert.closeTo(passHat(counts, k) ?? -1, expected, 1e-12);
      }),
    );
  });

  it('are unknown where a conversation has fewer runs', () => {
    assert.isNull(
      passHat(
        [
          { runs: 3, passed: 3 },
          { runs: 2, passed: 2 },
        ],
        3,
      ),
    );
  });

  it('take the value that the share does not exceed as quantile', () => {
    assert.equal(quantile([3, 1, 2, 4], 0.5), 2);
    assert.equal(quantile([3, 1, 2, 4], 0.95), 4);
    assert.equal(quantile([5], 0.5), 5);
    assert.isNull(quantile([], 0.5));
  });

  it('take evenly chosen values for quantiles where there are very many', () => {
    const half = Array.from({ length: ORDERED_MAX }, (_, at) => at);
    const chosen = inOrder([half.slice(0, 1), half.slice(1), half.map((value) => value + ORDERED_MAX)]);
    assert.lengthOf(chosen, ORDERED_MAX);
    assert.deepEqual([...chosen.slice(0, 3)], [0, 2, 4]);
    assert.equal(chosen.at(-1), 2 * ORDERED_MAX - 2);
  });

  it('differ by chance as the sign test says', () => {
    assert.equal(signTest(0, 0), 1);
    assert.equal(signTest(3, 3), 1);
    assert.closeTo(signTest(5, 0), 2 / 32, 1e-12);
    assert.closeTo(signTest(1, 9), 22 / 1024, 1e-12);
    assert.equal(signTest(2, 7), signTest(7, 2));
    assert.closeTo(signTest(1_000, 1_001), 1, 1e-9, 'also of more pairs than 2 has powers');
    assert.isBelow(signTest(900, 1_200), 1e-6);
  });
});
