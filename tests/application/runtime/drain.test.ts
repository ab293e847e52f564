import { assert } from 'chai';
import { unavailable } from '../../../domain/errors.ts';
import { telephoneWorld } from './telephone-world.ts';
import { webCallWorld } from './web-call-world.ts';

/** A runtime with one live call, and the time of its end in ms. */
async function draining(afterMs: number, { leavesMs = Number.POSITIVE_INFINITY } = {}) {
  const world = webCallWorld();
  const { channel, result } = world.open();
  await world.clock.advanceAsync(3_000);
  let drainedAt: number | null = null;
  void world.runtime.drain(afterMs).then(() => (drainedAt = world.clock.monotonic() - 3_000));
  for (let passed = 0; passed < 20_000; passed += 500) {
    if (passed === leavesMs) channel.leaves();
    await world.clock.advanceAsync(500);
  }
  return { ...world, channel, result, drainedAt };
}

describe('drain', () => {
  it('waits for live calls and no longer', async () => {
    const { drainedAt, result, patches } = await draining(60_000, { leavesMs: 10_000 });
    assert.equal(result.outcome, 'over');
    assert.closeTo(drainedAt ?? 0, 10_000, 500);
    assert.equal(patches.at(-1), '1 completed answered');
  });

  it('ends live calls when the time is over and delivers them', async () => {
    const { drainedAt, result, patches, channel, spool } = await draining(5_000);
    assert.equal(result.outcome, 'over');
    assert.closeTo(drainedAt ?? 0, 5_000, 500);
    assert.equal(patches.at(-1), '1 completed answered');
    assert.deepEqual(channel.closedWith, ['shutdown']);
    assert.lengthOf(spool.removed, 1);
  });

  it('waits for a call that is being set up, ends it and delivers it', async () => {
    const world = webCallWorld();
    const { clock, controlPlane, runtime, patches, spool } = world;
    const { registerWebCall } = controlPlane;
    controlPlane.registerWebCall = async (...of) => {
      await new Promise<void>((resolve) => void clock.after(500, resolve));
      return registerWebCall(...of);
    };
    const { result } = world.open();
    await clock.advanceAsync(100);
    let isDrained = false;
    void runtime.drain(0).then(() => (isDrained = true));
    await clock.advanceAsync(300);
    assert.isFalse(isDrained);
    await clock.advanceAsync(10_000);
    assert.deepEqual([isDrained, result.outcome, spool.removed.length], [true, 'over', 1]);
    assert.match(patches.at(-1) ?? '', /^1 (completed|failed)/);
  });

  it('refuses new calls', async () => {
    const world = await draining(0);
    const { result } = world.open();
    await world.clock.advanceAsync(0);
    assert.include((result.outcome as Error).message, 'shutting down');
  });

  it('waits for ringing calls and runs those that are answered', async () => {
    const world = telephoneWorld();
    const { clock, controlPlane, calls, patches } = world;
    controlPlane.countRinging = async (until) =>
      [...calls.values()].filter(({ status, created_at }) => status === 'initiated' && created_at <= until).length;
    const [picksUp, rings] = [world.outbound(), world.outbound({ provider_call_sid: 'sid-2' })];
    let isDrained = false;
    void world.runtime.drain(60_000).then(() => (isDrained = true));
    await clock.advanceAsync(20_000);
    const { channel } = world.connect(picksUp);
    await clock.advanceAsync(5_000);
    channel.leaves();
    await clock.advanceAsync(5_000);
    assert.deepEqual([isDrained, patches.at(-1)], [false, '1 completed answered']);
    calls.set(rings, { ...calls.get(rings)!, status: 'no_answer' });
    await clock.advanceAsync(1_000);
    assert.isTrue(isDrained);
  });

  it('waits no longer for ringing calls, and not at all while the API is unreachable', async () => {
    for (const [ringing, afterMs] of [
      [() => Promise.resolve(1), 30_000],
      [() => Promise.reject(unavailable('No answer')), 0],
    ] as const) {
      const { runtime, clock, controlPlane } = telephoneWorld();
      controlPlane.countRinging = ringing;
      let isDrained = false;
      void runtime.drain(30_000).then(() => (isDrained = true));
      if (afterMs > 0) await clock.advanceAsync(afterMs - 1);
      assert.isFalse(isDrained && afterMs > 0);
      await clock.advanceAsync(6_000);
      assert.isTrue(isDrained);
      await clock.advanceAsync(60_000);
      assert.equal(clock.waiting, 0, 'no check follows');
    }
  });

  it('resolves at once without calls', async () => {
    const { runtime } = webCallWorld();
    await runtime.drain(60_000);
  });

  it('ends a call that was still opening when the others were ended', async () => {
    const world = webCallWorld();
    const { vendors, clock } = world;
    const { synthesiser } = vendors;
    vendors.synthesiser = (...request) =>
      new Promise((resolve) => clock.after(2_000, () => resolve(synthesiser(...request))));
    const { channel, result } = world.open();
    await clock.advanceAsync(100);
    const drained = world.runtime.drain(1_000);
    await clock.advanceAsync(4_000);
    await drained;
    assert.equal(result.outcome, 'over');
    assert.deepEqual([channel.closedWith, world.instruments.voice.texts], [['shutdown'], []]);
  });
});
