import { setImmediate as iteration } from 'node:timers/promises';
import { assert } from 'chai';
import { EventLoopQueue } from '../../../adapters/lib/event-loop-queue.ts';

describe('EventLoopQueue', () => {
  it('runs a piece at once when nothing else waits', async () => {
    const queue = new EventLoopQueue();
    let isThere = false;
    void queue.next('a').then(() => (isThere = true));
    await Promise.resolve();
    await Promise.resolve();
    assert.isTrue(isThere);
  });

  it('runs one piece in each iteration, however many wait', async () => {
    const queue = new EventLoopQueue();
    const taken: number[] = [];
    const all = Array.from({ length: 50 }, (_, request) => queue.next(request % 7).then(() => taken.push(request)));
    for (let passed = 1; passed <= 40; passed += 1) {
      await iteration();
      assert.isAtMost(taken.length, passed + 1);
    }
    await Promise.all(all);
    assert.lengthOf(taken, 50);
  });

  it('serves the keys round-robin', async () => {
    const queue = new EventLoopQueue();
    const order: string[] = [];
    const requests = ['a', 'a', 'a', 'a', 'b', 'a', 'c', 'b'].map((key) => queue.next(key).then(() => order.push(key)));
    await Promise.all(requests);
    assert.deepEqual(order, ['a', 'a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });
});
