import { assert } from 'chai';
import { SetUpFailure } from '../../../tools/lib/set-up-failure.ts';
import type { LegEnd } from '../../../tools/load/caller-leg.ts';
import { CallerPool } from '../../../tools/load/caller-pool.ts';
import { Measures } from '../../../tools/load/measures.ts';
import { fakeClock } from '../../support/fake-clock.ts';

/** A pool whose calls end when told, and fail with what `problem` answers. */
function opened(problem: () => Error | null = () => null) {
  const clock = fakeClock();
  const measures = new Measures();
  const ends: ((end: LegEnd) => void)[] = [];
  const pool = new CallerPool({
    clock,
    measures,
    async open() {
      const error = problem();
      if (error) throw error;
      let end: (end: LegEnd) => void = () => undefined;
      const ended = new Promise<LegEnd>((resolve) => (end = resolve));
      ends.push(end);
      return { ended, hangUp: () => end({ by: 'caller' }) };
    },
  });
  return { clock, measures, pool, ends };
}

describe('simulated callers', () => {
  it('come one after the other, and call again so that their number is steady', async () => {
    const { clock, pool, ends, measures } = opened();
    pool.start(10, 1_000);
    await clock.advanceAsync(450);
    assert.equal(pool.live, 5);
    await clock.advanceAsync(1_000);
    assert.equal(pool.live, 10);
    ends[0]!({ by: 'agent' });
    ends[1]!({ by: 'caller' });
    ends[2]!({ by: 'failure', cause: 'call cut' });
    await clock.advanceAsync(499);
    assert.equal(pool.live, 7);
    await clock.advanceAsync(1);
    assert.equal(pool.live, 9);
    await clock.advanceAsync(500);
    assert.equal(pool.live, 10);
    const { counts } = measures.all;
    assert.equal(counts.calls, 13);
    assert.deepEqual(
      [counts.calls_ended_by_agent, counts.calls_completed, counts.calls_failed, counts.calls_refused],
      [1, 1, 1, 0],
    );
    assert.deepEqual([...measures.failures], [['call cut', 1]]);
  });

  it('wait longer after each failed call, and no longer once a call went well', async () => {
    let isDown = true;
    const { clock, pool, measures } = opened(() => (isDown ? new SetUpFailure('refused: 429', true) : null));
    pool.start(1, 0);
    await clock.advanceAsync(0);
    const tries: number[] = [];
    for (const ms of [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) {
      await clock.advanceAsync(ms - 1);
      tries.push(measures.all.counts.calls);
      await clock.advanceAsync(1);
    }
    assert.deepEqual(tries, [1, 2, 3, 4, 5, 6]);
    assert.equal(measures.all.counts.calls_refused, 7);
    assert.deepEqual([...measures.failures], [['refused: 429', 7]]);
    isDown = false;
    await clock.advanceAsync(10_000);
    assert.equal(pool.live, 1);
  });

  it('hang up when they are stopped, and call no more', async () => {
    const { clock, pool, measures } = opened();
    pool.start(3, 0);
    await clock.advanceAsync(0);
    const stopped = pool.stop(5_000);
    await clock.advanceAsync(0);
    await stopped;
    await clock.advanceAsync(60_000);
    assert.equal(pool.live, 0);
    assert.deepEqual([measures.all.counts.calls, measures.all.counts.calls_completed], [3, 3]);
  });

  it('are left behind by a stop when their calls do not end in time', async () => {
    const clock = fakeClock();
    const open = async () => ({ ended: new Promise<LegEnd>(() => undefined), hangUp: () => undefined });
    const pool = new CallerPool({ clock, measures: new Measures(), open });
    pool.start(1, 0);
    await clock.advanceAsync(0);
    let isStopped = false;
    void pool.stop(5_000).then(() => (isStopped = true));
    await clock.advanceAsync(4_999);
    assert.isFalse(isStopped);
    await clock.advanceAsync(1);
    assert.isTrue(isStopped);
  });
});

describe('failures by cause', () => {
  it('are counted apart up to a number of causes', () => {
    const measures = new Measures();
    for (let cause = 0; cause < 60; cause += 1) measures.failed(`cause ${cause}`);
    measures.failed('cause 3');
    assert.equal(measures.failures.get('cause 3'), 2);
    assert.equal(measures.failures.get('other causes'), 10);
    assert.equal(measures.failures.size, 51);
  });
});

describe('measured times', () => {
  it('are those of the run, and of each interval', () => {
    const measures = new Measures();
    for (let ms = 1; ms <= 100; ms += 1) measures.time('reply', ms);
    const first = measures.takeInterval().times.reply;
    assert.deepEqual([first.count, first.p50, first.max], [100, 50, 100]);
    measures.time('reply', 1_000);
    assert.approximately(measures.takeInterval().times.reply.p50!, 1_000, 1);
    assert.isNull(measures.takeInterval().times.reply.p95);
    const { reply } = measures.all.times;
    assert.equal(reply.count, 101);
    assert.approximately(reply.p95!, 96, 1);
  });
});
