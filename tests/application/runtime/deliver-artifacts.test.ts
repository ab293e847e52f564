import { assert } from 'chai';
import { missing, rejected, unavailable } from '../../../domain/errors.ts';
import { LOST, openDelivery, WHOLE } from './delivery-world.ts';

describe('ArtifactDelivery', () => {
  it('stores recording and transcript, then reports the metrics, and last the URLs with the end', async () => {
    const { delivery, leaves, steps, spool, logged } = openDelivery();
    await leaves('c1');
    await delivery.deliver();
    assert.deepEqual(steps, WHOLE);
    assert.deepEqual([spool.removed, logged()], [['c1'], ['artifacts.delivered']]);
  });

  it('stores the inputs of the conversation before the log names the transcript that they belong to', async () => {
    const { delivery, leaves, steps, spool } = openDelivery();
    await leaves('c1');
    spool.all.get('c1')?.appendInputs('{}\n');
    await delivery.deliver();
    assert.deepEqual(steps, WHOLE.toSpliced(1, 0, 'c1 stores o1/c1/inputs.ndjson'));
  });

  it('reports the end to the campaign last, and repeats it until it succeeds', async () => {
    const { delivery, leaves, steps, refusals, clock, spool } = openDelivery({ campaignId: 'campaign' });
    await leaves('c1');
    refusals.set('c1 is', unavailable('The API is away'));
    await delivery.deliver();
    assert.deepEqual(steps, [...WHOLE, 'c1 is reported']);
    refusals.clear();
    await clock.advanceAsync(1_000);
    assert.deepEqual([steps.at(-1), spool.removed], ['c1 is reported', ['c1']]);
  });

  it('reports the end of a call whose metrics the API rejects', async () => {
    const { delivery, leaves, steps, refusals, spool, logged } = openDelivery();
    await leaves('c1');
    refusals.set('c1 measures', rejected('The API answered 422: too many values'));
    await delivery.deliver();
    assert.deepEqual(steps, WHOLE);
    assert.deepEqual([spool.removed, logged()], [['c1'], ['artifacts.metrics_refused', 'artifacts.delivered']]);
  });

  it('reports the end of a call whose tool calls the API rejects, as an older one may, and keeps them', async () => {
    const { delivery, leaves, steps, refusals, spool, clock } = openDelivery();
    await leaves('c1');
    refusals.set(WHOLE.at(-1)!, rejected('The API answered 422: a field is unknown'));
    await delivery.deliver();
    assert.deepEqual(steps, [...WHOLE, 'c1 patches status call_response end_time_utc']);
    assert.isEmpty(spool.removed);
    refusals.clear();
    await clock.advanceAsync(1_000);
    assert.deepEqual(spool.removed, ['c1']);
  });

  it('skips artifacts that do not exist', async () => {
    const { delivery, leaves, steps } = openDelivery();
    await leaves('c1', { audio: false, metrics: false });
    await delivery.deliver();
    assert.deepEqual(steps, ['c1 patches status call_response end_time_utc']);
  });

  it('repeats a failed delivery from the start, with delays of up to 10 s', async () => {
    const { delivery, leaves, steps, refusals, clock, spool, logged } = openDelivery();
    await leaves('c1');
    refusals.set('c1 measures', unavailable('The API is away'));
    await delivery.deliver();
    assert.deepEqual(steps, WHOLE.slice(0, 3));
    const tries: number[] = [];
    for (let [second, before] = [1, steps.length]; second <= 50; second += 1, before = steps.length) {
      await clock.advanceAsync(1_000);
      if (steps.length > before) tries.push(second);
    }
    assert.deepEqual(tries, [1, 3, 7, 15, 25, 35, 45]);
    refusals.clear();
    await clock.advanceAsync(10_000);
    assert.deepEqual(spool.removed, ['c1']);
    assert.deepEqual([logged()[0], logged().at(-1), clock.waiting], ['artifacts.delayed', 'artifacts.delivered', 0]);
    await leaves('c2');
    refusals.set('c2', unavailable('The store is away'));
    await delivery.deliver();
    refusals.clear();
    await clock.advanceAsync(1_000);
    assert.deepEqual(spool.removed, ['c1', 'c2'], 'soon again');
  });

  it('does not let a failing call delay others', async () => {
    const { delivery, leaves, refusals, spool } = openDelivery();
    for (const call of ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']) await leaves(call);
    refusals.set('c1', unavailable('The store is away'));
    await delivery.deliver();
    assert.deepEqual([spool.removed.toSorted(), delivery.undelivered], [['c2', 'c3', 'c4', 'c5', 'c6'], 1]);
  });

  it('discards artifacts of a deleted call or organisation', async () => {
    const { delivery, leaves, refusals, spool, logged, clock } = openDelivery();
    await leaves('c1');
    refusals.set('c1 patches', missing('Call'));
    await delivery.deliver();
    assert.deepEqual([spool.removed, logged(), clock.waiting], [['c1'], ['artifacts.unwanted'], 0]);
  });

  it('reports a call as lost after a minute without writes', async () => {
    const { delivery, leaves, steps, clock, spool } = openDelivery();
    await leaves('c1', { finished: false });
    await delivery.deliver();
    assert.deepEqual([steps, delivery.undelivered], [[], 0], 'it may be live in another process');
    await clock.advanceAsync(59_000);
    assert.isEmpty(steps);
    await clock.advanceAsync(10_000);
    assert.deepEqual(steps, LOST);
    assert.deepEqual(spool.removed, ['c1']);
  });

  it('reports a call of a dead process as lost at once', async () => {
    const { delivery, leaves, steps, spool } = openDelivery();
    await leaves('c1', { finished: false });
    spool.orphans.add('c1');
    await delivery.deliver();
    assert.deepEqual([steps, spool.removed], [LOST, ['c1']]);
  });

  it('delivers a call that ends during a round before it resolves', async () => {
    const { delivery, leaves, clock, spool } = openDelivery({ slowMs: 100 });
    await leaves('c1');
    const first = delivery.deliver();
    await clock.advanceAsync(50);
    await leaves('c2');
    const second = delivery.deliver();
    await clock.advanceAsync(500);
    assert.deepEqual(spool.removed, ['c1']);
    await clock.advanceAsync(1_000);
    await Promise.all([first, second]);
    assert.deepEqual(spool.removed, ['c1', 'c2']);
  });

  it('delivers an ended call without listing the spool or waiting for a round', async () => {
    const { delivery, leaves, clock, spool } = openDelivery({ slowMs: 100 });
    await leaves('c1');
    const round = delivery.deliver();
    await clock.advanceAsync(50);
    spool.pending = () => Promise.reject(new Error('the spool was listed'));
    await leaves('c2');
    const both = Promise.all([round, delivery.deliverCall('c2')]);
    await clock.advanceAsync(500);
    await both;
    assert.deepEqual([spool.removed, delivery.undelivered], [['c1', 'c2'], 0]);
  });

  it('delivers at most four calls at a time, each of them once', async () => {
    const { delivery, leaves, clock, spool, steps } = openDelivery({ slowMs: 100 });
    const calls = Array.from({ length: 9 }, (_, place) => `c${place}`);
    for (const call of calls) await leaves(call, { audio: false, metrics: false });
    const all = Promise.all([...calls.map((call) => delivery.deliverCall(call)), delivery.deliver()]);
    await clock.advanceAsync(50);
    assert.lengthOf(steps, 4);
    await clock.advanceAsync(1_000);
    await all;
    assert.deepEqual([spool.removed, steps.length], [calls, 9]);
  });

  it('retries an ended call that could not be delivered, with backoff', async () => {
    const { delivery, leaves, refusals, clock, spool } = openDelivery();
    await leaves('c1');
    refusals.set('c1', unavailable('The store is away'));
    await delivery.deliverCall('c1');
    assert.equal(delivery.undelivered, 1);
    refusals.clear();
    await clock.advanceAsync(999);
    assert.isEmpty(spool.removed);
    await clock.advanceAsync(1);
    assert.deepEqual([spool.removed, delivery.undelivered, clock.waiting], [['c1'], 0, 0]);
  });

  it('retries while the spool cannot be read', async () => {
    const { delivery, leaves, clock, spool, logged } = openDelivery();
    await leaves('c1');
    spool.trouble = new Error('the disk is away');
    await delivery.deliver();
    assert.deepEqual(logged(), ['artifacts.unreadable']);
    spool.trouble = null;
    await clock.advanceAsync(1_000);
    assert.deepEqual(spool.removed, ['c1']);
  });

  it('stops after the running round', async () => {
    const { delivery, leaves, clock, spool, refusals } = openDelivery({ slowMs: 100 });
    for (const call of ['c1', 'c2']) await leaves(call);
    refusals.set('c2', unavailable('away'));
    void delivery.deliver();
    await clock.advanceAsync(50);
    const stopped = delivery.stop();
    await clock.advanceAsync(1_000);
    await stopped;
    await leaves('c3');
    await delivery.deliver();
    await clock.advanceAsync(600_000);
    assert.deepEqual([spool.removed, clock.waiting], [['c1'], 0]);
  });
});
