import { assert } from 'chai';
import { nextInTurn } from '../../../domain/knowledge/turns.ts';

describe('turns of those who wait', () => {
  it('go around in the order of names, from whoever was served last', () => {
    assert.equal(nextInTurn(['c', 'a', 'b'], null), 'a');
    assert.equal(nextInTurn(['c', 'a', 'b'], 'a'), 'b');
    assert.equal(nextInTurn(['c', 'a'], 'b'), 'c');
    assert.equal(nextInTurn(['c', 'a'], 'c'), 'a');
    assert.equal(nextInTurn(['c'], 'c'), 'c');
    assert.isUndefined(nextInTurn([], 'c'));
  });
});
