import { setImmediate as turn } from 'node:timers/promises';
import { assert } from 'chai';
import { loopLoad } from '../../adapters/system/loop-load.ts';
import { eventually } from '../support/eventually.ts';

describe('process load', () => {
  it('is busy while the event loop is mostly blocked, raised for seconds after it, and low in the end', async () => {
    const level = loopLoad();
    assert.equal(level(), 'low');
    // Turns without a pause, until a whole window of measurement is full of them.
    while (level() !== 'busy') await turn();
    await eventually(() => level() === 'raised', 'a process that waits is not busy');
    await eventually(() => level() === 'low', 'a process that has waited for long enough has no load');
  });
});
