import { assert } from 'chai';
import { loadOnce } from '../../application/load-once.ts';

describe('what is loaded once', () => {
  it('is not loaded before it is needed, and then once for all who ask', async () => {
    let loads = 0;
    const load = loadOnce(async () => ({ number: (loads += 1) }));
    assert.equal(loads, 0);
    const [one, other] = await Promise.all([load(), load()]);
    assert.strictEqual(one, other);
    assert.strictEqual(await load(), one);
    assert.equal(loads, 1);
  });

  it('is loaded again after a failure, which all who waited for it learn', async () => {
    let loads = 0;
    const load = loadOnce(
      () => ((loads += 1), loads === 1 ? Promise.reject(new Error('no memory')) : Promise.resolve(loads)),
    );
    const failures = await Promise.allSettled([load(), load()]);
    assert.deepEqual(
      failures.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await load(), 2);
  });
});
