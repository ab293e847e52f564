import { assert } from 'chai';
import { fused } from '../../../domain/knowledge/fusion.ts';

describe('rank fusion', () => {
  it('puts first what several rankings put first', () => {
    const rankings = [
      { ids: ['a', 'b', 'c'], weight: 1 },
      { ids: ['c', 'b', 'd'], weight: 1 },
    ];
    assert.deepEqual(fused(rankings, 10), ['c', 'b', 'a', 'd']);
  });

  it('follows the ranking with the greater weight', () => {
    const rankings = (weight: number) => [
      { ids: ['a', 'b'], weight: 1 },
      { ids: ['b', 'a'], weight },
    ];
    assert.deepEqual(fused(rankings(2)), ['b', 'a']);
    assert.deepEqual(fused(rankings(0.5)), ['a', 'b']);
  });

  it('orders equals by id, and knows no ids without rankings', () => {
    const rankings = [
      { ids: ['b'], weight: 1 },
      { ids: ['a'], weight: 1 },
    ];
    assert.deepEqual(fused(rankings), ['a', 'b']);
    assert.isEmpty(fused([]));
  });

  it('lets the first rank count for more where the constant is small', () => {
    const rankings = [
      { ids: ['a', 'x', 'y', 'b'], weight: 1 },
      { ids: ['z', 'p', 'q', 'b'], weight: 1 },
    ];
    assert.equal(fused(rankings, 0)[0], 'a');
    assert.equal(fused(rankings, 60)[0], 'b');
  });
});
