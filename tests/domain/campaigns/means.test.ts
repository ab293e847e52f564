import { assert } from 'chai';
import { meanInterval, meanEstimate, studentQuantile, welch } from '../../../domain/campaigns/means.ts';
import { seededDraws } from '../../../domain/campaigns/seeded-draws.ts';

/** Hours of additional sleep with two drugs: Student, Biometrika 6 (1908), 20. */
const [ONE, OTHER] = [
  [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2],
  [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
];

describe('interval of a mean', () => {
  it('uses Student’s t as it is tabulated', () => {
    // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
    for (const [freedom, t] of [
      [4, 2.776],
      [5, 2.571],
      [10, 2.228],
      [30, 2.042],
      [100, 1.984],
    ] as const)
      assert.closeTo(studentQuantile(freedom), t, 0.001, String(freedom));
    assert.closeTo(studentQuantile(30), 2.042272, 0.000001);
    assert.closeTo(studentQuantile(1e9), 1.959964, 0.000001);
  });

  it('sums up measurements by number, mean, variance and median', () => {
    assert.deepEqual(meanEstimate([4, 1, 2, 5]), { of: 4, mean: 3, variance: 10 / 3, median: 3 });
    assert.deepEqual(meanEstimate([9, 1, 2]), { of: 3, mean: 4, variance: 19, median: 2 });
    assert.deepEqual(meanEstimate([7]), { of: 1, mean: 7, variance: 0, median: 7 });
    assert.isNull(meanEstimate([]));
  });

  it('is that of R’s t.test, and absent with fewer than 5 measurements', () => {
    const { low, high } = meanInterval(meanEstimate(ONE)!)!;
    // t.test(sleep$extra[sleep$group == 1])
    assert.closeTo(low, -0.5297804, 0.0001);
    assert.closeTo(high, 2.0297804, 0.0001);
    assert.isNull(meanInterval(meanEstimate([1, 2, 3, 4])!));
    assert.isNotNull(meanInterval(meanEstimate([1, 2, 3, 4, 5])!));
  });
});

describe('interval of a difference of means', () => {
  it('is that of R’s t.test for variances that differ', () => {
    // t.test(extra ~ group, data = sleep)
    const { difference, low, high } = welch(meanEstimate(ONE)!, meanEstimate(OTHER)!)!;
    assert.closeTo(difference, -1.58, 1e-12);
    assert.closeTo(low, -3.3654832, 0.000001);
    assert.closeTo(high, 0.2054832, 0.000001);
  });

  it('is absent with fewer than 5 measurements on a side, and a point without variance', () => {
    const [few, same] = [meanEstimate([1, 2, 3, 4])!, meanEstimate([2, 2, 2, 2, 2])!];
    assert.isNull(welch(few, same));
    assert.isNull(welch(same, few));
    assert.deepEqual(welch(same, meanEstimate([3, 3, 3, 3, 3])!), { difference: -1, low: -1, high: -1 });
  });

  it('has the true difference in about 95 of 100 samples of conversations, whose lengths are skewed', () => {
    const draw = seededDraws(7);
    const lengths = (count: number, mean: number) =>
      meanEstimate(Array.from({ length: count }, () => -mean * Math.log(1 - draw())))!;
    let hits = 0;
    for (let each = 0; each < 1_000; each += 1) {
      const { low, high } = welch(lengths(60, 90), lengths(40, 70))!;
      if (low <= 20 && 20 <= high) hits += 1;
    }
    assert.isTrue(hits >= 925 && hits <= 970, String(hits));
  });
});
