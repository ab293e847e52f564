import { assert } from 'chai';
import { replayRandomCalls } from '../application/runtime/replayed-calls.ts';

describe('the replay of 1,000 calls that the runtime held', () => {
  it('is identical for every one', async function () {
    this.timeout(600_000);
    assert.equal((await replayRandomCalls(1_000, 7)).calls, 1_000);
  });
});
