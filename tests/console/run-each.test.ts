import { assert } from 'chai';
import { runEach } from '../../console/src/parts/run-each.ts';

describe('work on several selected rows', () => {
  it('goes through all of them, four at once, and names those that failed in their order', async () => {
    let [running, most] = [0, 0];
    const seen: number[] = [];
    const failed = await runEach(
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
      async (item) => {
        most = Math.max(most, (running += 1));
        await Promise.resolve();
        running -= 1;
        if (item % 4 === 0) throw new Error(`not ${item}`);
      },
      (done) => seen.push(done),
    );
    assert.deepEqual(failed, [
      { item: 4, why: 'not 4' },
      { item: 8, why: 'not 8' },
    ]);
    assert.deepEqual([most, seen], [4, [1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    assert.isEmpty(await runEach([], () => Promise.reject(new Error('there are none'))));
  });
});
