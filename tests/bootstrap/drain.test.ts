import { assert } from 'chai';
import { drainServices } from '../../bootstrap/drain.ts';
import { fakeClock } from '../support/fake-clock.ts';

/** The drain time of each of several services that take this long to drain. */
async function given(ms: number, ...takes: readonly number[]): Promise<number[]> {
  const clock = fakeClock();
  const delays: number[] = [];
  const services = takes.map((taken) => ({
    async drain(most: number) {
      delays.push(most);
      clock.advance(Math.min(taken, most));
    },
  }));
  await drainServices(services, ms, clock);
  return delays;
}

describe('services of one process that are drained', () => {
  it('share the time: each has what those before it left', async () => {
    assert.deepEqual(await given(60_000, 10_000, 0, 20_000, 0), [60_000, 50_000, 50_000, 30_000]);
  });

  it('have a moment, when there is nothing left, and so an end', async () => {
    assert.deepEqual(await given(60_000, Infinity, Infinity, Infinity), [60_000, 3_000, 3_000]);
  });

  it('have no time at all where none is given', async () => {
    assert.deepEqual(await given(0, Infinity, Infinity), [0, 0]);
  });
});
