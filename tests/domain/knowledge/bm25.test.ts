import { assert } from 'chai';
import { rarity, termWeight } from '../../../domain/knowledge/bm25.ts';

const CORPUS = { chunks: 100, averageWords: 50 };

describe('BM25', () => {
  it('weighs rare words more than common ones, and never below 0', () => {
    const all = [0, 1, 10, 50, 99, 100, 120].map((having) => rarity(CORPUS, having));
    assert.deepEqual(
      all,
      all.toSorted((a, b) => b - a),
    );
    assert.isAbove(Math.min(...all), 0);
    assert.approximately(rarity(CORPUS, 1), Math.log(1 + 99.5 / 1.5), 1e-12);
  });

  it('weighs repeated words more, but less and less', () => {
    const [one, two, many] = [1, 2, 1_000].map((times) => termWeight(CORPUS, times, 50)) as [number, number, number];
    assert.approximately(one, 1, 1e-12);
    assert.isAbove(two, one);
    assert.isBelow(two, 2 * one);
    assert.isBelow(many, 2.2);
  });

  it('weighs words of long chunks less, and takes an empty corpus', () => {
    assert.isAbove(termWeight(CORPUS, 1, 10), termWeight(CORPUS, 1, 50));
    assert.isBelow(termWeight(CORPUS, 1, 500), 1);
    assert.isFinite(termWeight({ chunks: 0, averageWords: 0 }, 1, 0));
  });
});
