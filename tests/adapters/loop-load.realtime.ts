import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { assert } from 'chai';
import { loopLoad } from '../../adapters/system/loop-load.ts';

describe('process load', () => {
  it('is high while the event loop is mostly blocked, and low while it waits', async () => {
    const isBusy = loopLoad();
    const until = performance.now() + 260;
    while (performance.now() < until) await turn();
    assert.isTrue(isBusy());
    await wait(260);
    assert.isFalse(isBusy());
  });
});
