import { assert } from 'chai';
import { signTest } from '../../bench/statistics.ts';

describe('the sign test of the benches', () => {
  // Twice the sum of the binomials up to the smaller number, by 2 to the power of both.
  const CASES = [
    [0, 0, 1],
    [27, 27, 1],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [3, 12, 0.03515625],
    [40, 60, 0.0568879],
    [900, 1_100, 0.0000084571],
  ] as const;
  for (const [better, worse, chance] of CASES)
    it(`says how often chance is as uneven as ${better} against ${worse}`, () => {
      assert.closeTo(signTest(better, worse), chance, 1e-6);
      assert.equal(signTest(worse, better), signTest(better, worse));
    });
});
