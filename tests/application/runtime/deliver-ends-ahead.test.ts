import { assert } from 'chai';
import { missing, rejected, unavailable } from '../../../domain/errors.ts';
import { LOST, openDelivery, WHOLE } from './delivery-world.ts';

describe('ArtifactDelivery: ends ahead of artifacts', () => {
  it('reports the end ahead of artifacts that take longer than two seconds to store', async () => {
    const { delivery, leaves, clock, spool, steps } = openDelivery({ slowMs: 1_500, campaignId: 'campaign' });
    await leaves('c1');
    const delivered = delivery.deliverCall('c1');
    await clock.advanceAsync(1_999);
    assert.deepEqual(steps, WHOLE.slice(0, 2));
    await clock.advanceAsync(3_000);
    const ahead = ['c1 patches status call_response end_time_utc', 'c1 is reported'];
    assert.sameMembers(steps, [...WHOLE.slice(0, 3), ...ahead, WHOLE[3]!]);
    await clock.advanceAsync(3_000);
    await delivered;
    assert.deepEqual([steps.slice(-2), spool.removed], [[WHOLE[3], 'c1 is reported'], ['c1']]);
    assert.equal(clock.waiting, 0);
  });

  it('reports a refused end again, with delays that double, while the artifacts are being stored', async () => {
    const { delivery, leaves, clock, spool, steps, refusals, logged } = openDelivery({ storeMs: 60_000 });
    await leaves('c1');
    const end = 'c1 patches status call_response end_time_utc';
    const ends = () => steps.filter((each) => each === end).length;
    refusals.set(end, unavailable('The API is away'));
    void delivery.deliverCall('c1');
    const seen: number[] = [];
    for (let [second, before] = [1, 0]; second <= 40; second += 1, before = ends()) {
      await clock.advanceAsync(1_000);
      if (ends() > before) seen.push(second);
    }
    assert.deepEqual(seen, [2, 6, 14, 24, 34]);
    refusals.clear();
    await clock.advanceAsync(79_000);
    assert.equal(ends(), 6, 'not again after it was reported');
    await clock.advanceAsync(2_000);
    assert.deepEqual([spool.removed, clock.waiting], [['c1'], 0]);
    assert.deepEqual(logged(), [...seen.map(() => 'artifacts.end_delayed'), 'artifacts.delivered']);
  });

  it('reports the ends of calls whose delivery waits for others, at most eight at a time', async () => {
    const { delivery, leaves, clock, spool, steps, refusals } = openDelivery({ slowMs: 3_000 });
    const calls = Array.from({ length: 20 }, (_, place) => `c${place}`);
    for (const call of calls) await leaves(call, { metrics: false });
    refusals.set('c19 patches', unavailable('The API is away'));
    const all = Promise.all(calls.map((call) => delivery.deliverCall(call)));
    const ends = () => steps.filter((each) => each.includes('patches status')).length;
    await clock.advanceAsync(2_000);
    assert.equal(ends(), 8);
    await clock.advanceAsync(6_000);
    assert.equal(ends(), 20, 'while four deliveries at a time take nine seconds');
    assert.isEmpty(spool.removed);
    refusals.clear();
    await clock.advanceAsync(60_000);
    await all;
    assert.sameMembers([...spool.removed], calls);
  });

  it('reports a lost call ahead of artifacts that take longer than two seconds to store', async () => {
    const { delivery, leaves, clock, spool, steps } = openDelivery({ slowMs: 1_500 });
    await leaves('c1', { finished: false });
    spool.orphans.add('c1');
    const delivered = delivery.deliver();
    await clock.advanceAsync(2_500);
    assert.deepEqual(steps, [...WHOLE.slice(0, 2), LOST.at(-1)!]);
    await clock.advanceAsync(10_000);
    await delivered;
    assert.deepEqual([steps.slice(-2), spool.removed], [LOST.slice(-2), ['c1']]);
  });

  it('reports a lost call whose artifacts the object store refuses', async () => {
    const { delivery, leaves, spool, steps, refusals } = openDelivery();
    await leaves('c1', { finished: false });
    spool.orphans.add('c1');
    refusals.set('c1 stores', unavailable('The store is away'));
    await delivery.deliver();
    assert.deepEqual(steps, [WHOLE[0], LOST.at(-1)]);
    assert.isEmpty(spool.removed);
    await delivery.stop();
  });

  it('reports no end ahead of a call that another process may run', async () => {
    const { delivery, leaves, clock, steps, spool } = openDelivery({ slowMs: 3_000 });
    for (const call of ['c1', 'c2', 'c3', 'c4']) await leaves(call);
    await leaves('c5', { finished: false });
    void delivery.deliver();
    await clock.advanceAsync(20_000);
    assert.deepEqual(spool.removed, ['c1', 'c2', 'c3', 'c4']);
    assert.isEmpty(steps.filter((each) => each.startsWith('c5')));
    await delivery.stop();
  });

  it('reports a call as lost ahead once it was quiet for a minute', async () => {
    const { delivery, leaves, clock, steps } = openDelivery({ slowMs: 30_000 });
    for (const call of ['c1', 'c2', 'c3', 'c4']) await leaves(call);
    await leaves('c5', { finished: false });
    void delivery.deliver();
    await clock.advanceAsync(60_000);
    assert.isEmpty(steps.filter((each) => each.startsWith('c5')));
    await clock.advanceAsync(10_000);
    assert.deepEqual(
      steps.filter((each) => each.startsWith('c5')),
      [LOST.at(-1)!.replace('c1', 'c5')],
    );
    await clock.advanceAsync(300_000);
    await delivery.stop();
  });

  it('reports the end of an erased call once', async () => {
    const { delivery, leaves, clock, spool, steps, refusals, logged } = openDelivery({ storeMs: 30_000 });
    await leaves('c1');
    refusals.set('c1 patches', missing('Call'));
    void delivery.deliver();
    await clock.advanceAsync(50_000);
    assert.lengthOf(
      steps.filter((each) => each.includes('patches')),
      1,
    );
    await clock.advanceAsync(50_000);
    assert.deepEqual([spool.removed, logged()], [['c1'], ['artifacts.unwanted']]);
  });

  it('reports a lost call whose artifacts the API rejects, as an older one may, and keeps them', async () => {
    const { delivery, leaves, spool, steps, refusals } = openDelivery();
    await leaves('c1', { finished: false });
    spool.orphans.add('c1');
    refusals.set('c1 patches', rejected('The API answered 422: a field is unknown'));
    await delivery.deliver();
    assert.deepEqual([steps, spool.removed], [LOST, []]);
    await delivery.stop();
  });

  it('does not report a refused end again once it has stopped', async () => {
    const { delivery, leaves, clock, refusals, steps } = openDelivery({ storeMs: 10_000 });
    await leaves('c1');
    refusals.set('c1 patches', unavailable('The API is away'));
    void delivery.deliver();
    await clock.advanceAsync(7_000);
    const stopped = delivery.stop();
    await clock.advanceAsync(20_000);
    await stopped;
    const before = steps.length;
    await clock.advanceAsync(60_000);
    assert.deepEqual([steps.length, clock.waiting], [before, 0]);
  });
});
