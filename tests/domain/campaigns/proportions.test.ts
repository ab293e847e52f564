import { assert } from 'chai';
import fc from 'fast-check';
import { newcombe, wilson, type Interval, type Proportion } from '../../../domain/campaigns/proportions.ts';
import { seededDraws } from '../../../domain/campaigns/seeded-draws.ts';

const of = (count: number, all: number): Proportion => ({ count, of: all });
const proportion = fc
  .integer({ min: 1, max: 400 })
  .chain((all) => fc.integer({ min: 0, max: all }).map((count) => of(count, all)));

/** Equal to four decimals, as the tables print them. */
function isAs(found: Interval | null, [low, high]: readonly [number, number], about: string): void {
  assert.closeTo(found!.low, low, 0.00005, about);
  assert.closeTo(found!.high, high, 0.00005, about);
}

/** The chances of 0 to `all` successes. */
function chances(all: number, share: number): number[] {
  const found = [(1 - share) ** all];
  for (let count = 1; count <= all; count += 1)
    found.push((found[count - 1]! * (all - count + 1) * share) / (count * (1 - share)));
  return found;
}

describe('interval of a share', () => {
  it('is as published for Wilson’s score method', () => {
    // Newcombe, Statistics in Medicine 17 (1998), 857, table I, method 3.
    isAs(wilson(of(81, 263)), [0.2553, 0.3662], '81/263');
    isAs(wilson(of(15, 148)), [0.0624, 0.1605], '15/148');
    isAs(wilson(of(0, 20)), [0, 0.1611], '0/20');
    isAs(wilson(of(1, 29)), [0.0061, 0.1718], '1/29');
  });

  it('has the share in it, lies between 0 and 1, and mirrors that of the opposite', () => {
    fc.assert(
      fc.property(proportion, ({ count, of: all }) => {
        const { low, high } = wilson(of(count, all))!;
        const opposite = wilson(of(all - count, all))!;
        assert.isTrue(low >= 0 && low <= count / all && count / all <= high && high <= 1);
        assert.closeTo(opposite.low, 1 - high, 1e-12);
        assert.closeTo(opposite.high, 1 - low, 1e-12);
      }),
    );
    assert.deepEqual([wilson(of(0, 7))!.low, wilson(of(7, 7))!.high], [0, 1]);
    assert.isNull(wilson(of(0, 0)));
  });

  it('has the true share in 95 of 100 samples, on the mean of all shares', () => {
    for (const all of [20, 50, 200]) {
      // Of shares up to a half: the others mirror them.
      const coverage = Array.from({ length: 200 }, (_, at) => {
        const share = (at + 1) / 400;
        return chances(all, share).reduce((sum, chance, count) => {
          const { low, high } = wilson(of(count, all))!;
          return low <= share && share <= high ? sum + chance : sum;
        }, 0);
      });
      const mean = coverage.reduce((sum, each) => sum + each, 0) / coverage.length;
      assert.closeTo(mean, 0.95, 0.006, String(all));
    }
  });
});

describe('interval of a difference of shares', () => {
  it('is as published for Newcombe’s hybrid score method', () => {
    // Newcombe, Statistics in Medicine 17 (1998), 873, table II, method 10.
    const published = [
      [56, 70, 48, 80, 0.0524, 0.3339],
      [9, 10, 3, 10, 0.1705, 0.809],
      [6, 7, 2, 7, 0.0582, 0.8062],
      [5, 56, 0, 29, -0.0381, 0.1926],
      [0, 10, 0, 20, -0.1611, 0.2775],
      [0, 10, 0, 10, -0.2775, 0.2775],
      [10, 10, 0, 20, 0.6791, 1],
      [10, 10, 0, 10, 0.6075, 1],
    ] as const;
    for (const [a, m, b, n, low, high] of published)
      isAs(newcombe(of(a, m), of(b, n)), [low, high], `${a}/${m} ${b}/${n}`);
    assert.closeTo(newcombe(of(56, 70), of(48, 80))!.difference, 0.2, 1e-12);
  });

  it('has the difference in it, and turns round with its sides', () => {
    fc.assert(
      fc.property(proportion, proportion, (one, other) => {
        const { difference, low, high } = newcombe(one, other)!;
        const turned = newcombe(other, one)!;
        assert.isTrue(low >= -1 && low <= difference && difference <= high && high <= 1);
        assert.closeTo(turned.low, -high, 1e-12);
        assert.closeTo(turned.high, -low, 1e-12);
      }),
    );
    assert.isNull(newcombe(of(0, 0), of(1, 2)));
    assert.isNull(newcombe(of(1, 2), of(0, 0)));
  });

  it('has the true difference in 95 of 100 samples, on the mean of many shares', () => {
    const [m, n] = [30, 45];
    const found = Array.from({ length: m + 1 }, (_, a) =>
      Array.from({ length: n + 1 }, (_each, b) => newcombe(of(a, m), of(b, n))!),
    );
    const draw = seededDraws(1);
    const coverage = Array.from({ length: 100 }, () => {
      const [p, q] = [0.02 + 0.96 * draw(), 0.02 + 0.96 * draw()];
      const [ofP, ofQ] = [chances(m, p), chances(n, q)];
      let sum = 0;
      ofP.forEach((one, a) =>
        ofQ.forEach((other, b) => {
          const { low, high } = found[a]![b]!;
          if (low <= p - q && p - q <= high) sum += one * other;
        }),
      );
      return sum;
    });
    assert.closeTo(coverage.reduce((sum, each) => sum + each, 0) / coverage.length, 0.95, 0.01);
    assert.isAbove(Math.min(...coverage), 0.9);
  });
});
