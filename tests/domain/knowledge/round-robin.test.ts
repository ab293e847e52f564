import { assert } from 'chai';
import { nextRoundRobin } from '../../../domain/knowledge/round-robin.ts';

describe('nextRoundRobin', () => {
  it('cycles through sorted keys from the last one served', () => {
    assert.equal(nextRoundRobin(['c', 'a', 'b'], null), 'a');
    assert.equal(nextRoundRobin(['c', 'a', 'b'], 'a'), 'b');
    assert.equal(nextRoundRobin(['c', 'a'], 'b'), 'c');
    assert.equal(nextRoundRobin(['c', 'a'], 'c'), 'a');
    assert.equal(nextRoundRobin(['c'], 'c'), 'c');
    assert.isUndefined(nextRoundRobin([], 'c'));
  });
});
