import { assert } from 'chai';
import { webCallWorld } from './web-call-world.ts';

const HOUR_MS = 3_600_000;

/** A call of ten seconds, in whose middle the wall clock is set by so much. */
async function callAcross(stepMs: number) {
  const world = webCallWorld();
  const { channel } = world.open(null);
  await world.clock.advanceAsync(5_000);
  world.clock.setWall(stepMs);
  await world.clock.advanceAsync(5_000);
  channel.leaves();
  await world.clock.advanceAsync(100);
  const [call] = world.calls.values();
  const [kept] = world.spool.all.values();
  return { call: call!, outcome: kept!.outcome! };
}

describe('call whose wall clock steps', () => {
  for (const [how, stepMs] of [
    ['two hours forward', 2 * HOUR_MS],
    ['a day back', -24 * HOUR_MS],
  ] as const)
    it(`keeps its duration and latencies: ${how}`, async () => {
      const [steady, stepped] = [await callAcross(0), await callAcross(stepMs)];
      const seconds = (Date.parse(stepped.outcome.end_time_utc) - Date.parse(stepped.call.start_time_utc!)) / 1_000;
      assert.closeTo(seconds, 10, 0.2);
      assert.deepEqual(stepped.outcome, steady.outcome);
    });
});
