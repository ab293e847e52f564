import { assert } from 'chai';
import { whenSteady } from '../../bootstrap/when-steady.ts';
import { fakeClock } from '../support/fake-clock.ts';

describe('a task for steady stores and clocks', () => {
  it('runs at once, pauses while a store rejects writes, and continues after a grace period', async () => {
    const clock = fakeClock();
    let unwritable: string[] = [];
    let done = 0;
    const task = whenSteady(async () => void (done += 1), {
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

  it('pauses after the wall clock was set forward or back', async () => {
    for (const step of [2 * 3_600_000, -86_400_000]) {
      const clock = fakeClock();
      let done = 0;
      const readiness = { unwritable: async () => [] };
      const task = whenSteady(async () => void (done += 1), { readiness, clock, graceMs: 20_000 });
      await task();
      clock.setWall(step);
      for (let seconds = 0; seconds < 20; seconds += 5) {
        await task();
        assert.equal(done, 1, `${seconds} s after the step`);
        clock.advance(5_000);
      }
      await task();
      assert.equal(done, 2);
    }
  });
});
