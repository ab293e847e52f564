import { assert } from 'chai';
import { whenWritable } from '../../bootstrap/when-writable.ts';
import { fakeClock } from '../support/fake-clock.ts';

describe('a task for writable stores', () => {
  it('is done at once, pauses while a store takes no write, and goes on a while after', async () => {
    const clock = fakeClock();
    let unwritable: string[] = [];
    let done = 0;
    const task = whenWritable(async () => void (done += 1), {
      readiness: { unwritable: async () => unwritable },
      ...{ clock, graceMs: 20_000 },
    });
    const after = async (seconds: number): Promise<number> => {
      clock.advance(seconds * 1_000);
      await task();
      return done;
    };
    assert.equal(await after(0), 1);
    unwritable = ['documents'];
    assert.equal(await after(60), 1);
    unwritable = [];
    assert.deepEqual([await after(5), await after(5), await after(10)], [1, 1, 1]);
    assert.equal(await after(5), 2);
    unwritable = ['objects'];
    assert.equal(await after(5), 2);
  });
});
