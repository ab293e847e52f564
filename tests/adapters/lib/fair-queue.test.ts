import { setImmediate as iteration } from 'node:timers/promises';
import { assert } from 'chai';
import { FairQueue } from '../../../adapters/lib/fair-queue.ts';

describe('FairQueue', () => {
  let now: number;
  let order: string[];
  let queue: FairQueue;
  beforeEach(() => {
    [now, order] = [1_000, []];
    queue = new FairQueue(() => now);
  });

  /** Work of this many milliseconds. */
  const begin = (key: string, ms: number): void =>
    queue.begin(key, () => {
      now += ms;
      order.push(key);
    });

  it('begins work at once while the iteration has time, and leaves the rest to the next ones', async () => {
    for (let count = 0; count < 10; count += 1) begin('a', 1);
    assert.lengthOf(order, 2);
    await iteration();
    assert.lengthOf(order, 4);
    while (order.length < 10) await iteration();
  });

  it('begins at least one piece in each iteration, however long it takes', async () => {
    for (let count = 0; count < 3; count += 1) begin('a', 50);
    assert.lengthOf(order, 1);
    await iteration();
    assert.lengthOf(order, 2);
    await iteration();
    assert.lengthOf(order, 3);
  });

  it('begins work of a key within its share at once, while a greedy one waits', async () => {
    for (let count = 0; count < 20; count += 1) begin('greedy', 3);
    begin('modest', 3);
    assert.deepEqual(order, ['greedy', 'modest']);
    begin('modest', 3);
    assert.deepEqual(order, ['greedy', 'modest']);
    while (order.length < 22) await iteration();
  });

  it('begins work of keys within their share for as long as an iteration begins other work', async () => {
    begin('greedy', 3);
    begin('greedy', 3);
    for (const key of ['a', 'b', 'c', 'd']) begin(key, 1);
    assert.deepEqual(order, ['greedy', 'a', 'b']);
    await iteration();
    assert.deepEqual(order, ['greedy', 'a', 'b', 'c', 'd']);
    begin('e', 1);
    assert.deepEqual(order.slice(5), ['e']);
    while (order.length < 7) await iteration();
  });

  it('serves a waiting key with little work before one that has used much', async () => {
    for (let count = 0; count < 20; count += 1) begin('greedy', 3);
    begin('first', 3);
    begin('modest', 3);
    await iteration();
    assert.deepEqual(order, ['greedy', 'first', 'modest']);
    while (order.length < 22) await iteration();
  });

  it('serves keys within their share in order of arrival', async () => {
    for (const key of ['a', 'b', 'c', 'd']) begin(key, 3);
    while (order.length < 4) await iteration();
    assert.deepEqual(order, ['a', 'b', 'c', 'd']);
  });

  it('forgives in a second what a key used before', async () => {
    begin('a', 60_000);
    await iteration();
    now += 1_000;
    begin('b', 3);
    begin('a', 3);
    begin('b', 3);
    while (order.length < 4) await iteration();
    assert.deepEqual(order, ['a', 'b', 'a', 'b']);
  });
});
