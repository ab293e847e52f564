import { setImmediate as turn } from 'node:timers/promises';
import { assert } from 'chai';
import { loopLoad } from '../../adapters/system/loop-load.ts';
import { eventually } from '../support/eventually.ts';

describe('process load', () => {
  it('is high while the event loop is mostly blocked, and low while it waits', async () => {
    const isBusy = loopLoad();
    assert.isFalse(isBusy());
    // Turns without a pause, until a whole window of measurement is full of them.
    while (!isBusy()) await turn();
    await eventually(() => !isBusy(), 'a process that waits is not busy');
  });
});
